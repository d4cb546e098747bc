package io.loadstone.nbd.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.target.Target;
import io.loadstone.testkit.IoEngineContract;
import io.loadstone.testkit.PlainFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** The contract against a real server that serves a file: structured replies, a Unix socket. */
class NbdEngineTest extends IoEngineContract {
  private final List<AutoCloseable> servers = new ArrayList<>();

  @Override
  protected IoEngine newEngine() {
    return new NbdEngine();
  }

  @Override
  protected Target target(String name, long sizeBytes) throws IOException {
    Path file = PlainFile.make(dir.resolve(name), sizeBytes).path();
    return targetOn(file, servers.size());
  }

  /** A server for a file. */
  Target targetOn(Path file, int number) throws IOException {
    Nbdkit server = Nbdkit.onSocket(dir.resolve("s" + number), "file", file.toString());
    servers.add(server);
    return server.target();
  }

  /** Is closed after the test. */
  void closes(AutoCloseable server) {
    servers.add(server);
  }

  @Override
  protected Target readOnly(Target target) {
    try {
      Nbdkit server =
          Nbdkit.onSocket(
              dir.resolve("read-only"), "--readonly", "file", dir.resolve("t").toString());
      servers.add(server);
      return server.target();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected Stalling stalling() throws Exception {
    ScriptedServer server = ScriptedServer.stalling(1 << 20);
    servers.add(server);
    Target target = Targets.open(server.uri());
    return new Stalling() {
      @Override
      public Target target() {
        return target;
      }

      @Override
      public int releaseOne() {
        server.release();
        return 512;
      }
    };
  }

  @AfterEach
  void endServers() throws Exception {
    for (AutoCloseable server : servers) {
      server.close();
    }
  }
}
