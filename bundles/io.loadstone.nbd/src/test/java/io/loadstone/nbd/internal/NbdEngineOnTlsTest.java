package io.loadstone.nbd.internal;

import io.loadstone.api.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The contract through TLS, with two connections. */
class NbdEngineOnTlsTest extends NbdEngineTest {
  @Override
  Target targetOn(Path file, int number) throws IOException {
    try {
      Certificates certificates =
          Certificates.make(dir.resolve("certificates" + number), "IP:127.0.0.1");
      Nbdkit server =
          Nbdkit.onPort("--tls=require", certificates.served(), "file", file.toString());
      closes(server);
      return Targets.open(server.securedUri(certificates.trusted(), "connections=2"));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected Optional<String> allocates() {
    return Optional.of("the JDK's TLS allocates with each record");
  }
}
