package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.target.Target;
import io.loadstone.testkit.IoEngineContract;
import io.loadstone.testkit.PlainFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** The contract against a real server. */
class IscsiEngineTest extends IoEngineContract {
  private final List<Relay> relays = new ArrayList<>();
  private @Nullable Tgtd server;

  @Override
  protected IoEngine newEngine() {
    return new IscsiEngine();
  }

  @Override
  protected int unitBytes() {
    return 512;
  }

  private Tgtd server() throws IOException {
    Tgtd running = server;
    if (running == null) {
      running = new Tgtd();
      server = running;
    }
    return running;
  }

  /** What targets are opened with. */
  String[] parameters() {
    return new String[0];
  }

  @Override
  protected Target target(String name, long sizeBytes) throws IOException {
    Path file = PlainFile.make(dir.resolve(name), sizeBytes).path();
    return server().target(server().add(file), parameters());
  }

  @Override
  protected Target readOnly(Target target) {
    try {
      int lun = ((IscsiTarget) target).name().lun();
      server().set(lun, "readonly=1");
      return server().target(lun, parameters());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected Stalling stalling() throws Exception {
    Relay relay = new Relay(server());
    relays.add(relay);
    int lun = server().add(PlainFile.make(dir.resolve("s"), 1 << 20).path());
    Target target = Tgtd.target(Tgtd.uri(relay.portal(), lun));
    relay.hold();
    return new Stalling() {
      @Override
      public Target target() {
        return target;
      }

      @Override
      public int releaseOne() {
        relay.letPass();
        return 512;
      }
    };
  }

  @AfterEach
  void endServers() throws IOException {
    try (Tgtd _ = server) {
      for (Relay relay : relays) {
        relay.close();
      }
    }
  }
}
