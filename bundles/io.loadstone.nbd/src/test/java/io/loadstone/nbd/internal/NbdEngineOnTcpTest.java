package io.loadstone.nbd.internal;

import io.loadstone.api.target.Target;
import java.io.IOException;
import java.nio.file.Path;

/** The contract over TCP, with simple replies and two connections. */
class NbdEngineOnTcpTest extends NbdEngineTest {
  @Override
  Target targetOn(Path file, int number) throws IOException {
    Nbdkit server = Nbdkit.onPort("--no-sr", "file", file.toString());
    closes(server);
    return server.target("connections=2");
  }
}
