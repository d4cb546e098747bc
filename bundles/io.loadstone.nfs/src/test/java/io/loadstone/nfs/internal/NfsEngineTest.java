package io.loadstone.nfs.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.target.Target;
import io.loadstone.testkit.IoEngineContract;
import io.loadstone.testkit.PlainFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** The contract against a real server. */
class NfsEngineTest extends IoEngineContract {
  private @Nullable Ganesha server;
  private @Nullable Relay relay;

  @Override
  protected IoEngine newEngine() {
    return new NfsEngine();
  }

  private Ganesha server() throws IOException {
    Ganesha running = server;
    if (running == null) {
      running = new Ganesha(dir);
      server = running;
    }
    return running;
  }

  @Override
  protected Target target(String name, long sizeBytes) throws IOException {
    Ganesha running = server();
    PlainFile.make(running.export().resolve(name), sizeBytes);
    return Ganesha.target(running.uri(name), true);
  }

  @Override
  protected Target readOnly(Target target) {
    try {
      return Ganesha.target(target.uri(), false);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected Stalling stalling() throws Exception {
    Ganesha running = server();
    PlainFile.make(running.export().resolve("s"), 1 << 20);
    Relay made = new Relay(running.port());
    relay = made;
    Target target = Ganesha.target(Ganesha.uri(made.port(), "s"), true);
    return new Stalling() {
      @Override
      public Target target() {
        return target;
      }

      @Override
      public int releaseOne() {
        made.release();
        return 512;
      }
    };
  }

  @AfterEach
  void endServer() throws IOException {
    if (relay != null) {
      relay.close();
    }
    if (server != null) {
      server.close();
    }
  }
}
