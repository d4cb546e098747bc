package io.loadstone.nbd.internal;

import io.loadstone.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An authority and a server's certificate that a test made, in the files that nbdkit looks for.
 *
 * @param folder with all of them
 */
record Certificates(Path folder) {
  private static final String NEW_KEY =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";

  /**
   * Makes them.
   *
   * @param folder to make
   * @param names whom the server's is for, as in {@code IP:127.0.0.1}
   */
  static Certificates make(Path folder, String names) throws IOException, InterruptedException {
    Files.createDirectory(folder);
    Programs.run(
        NEW_KEY
            + (" -subj /CN=authority -out " + folder + "/ca-cert.pem")
            + (" -keyout " + folder + "/ca-key.pem"));
    Programs.run(
        NEW_KEY
            + (" -subj /CN=server -addext subjectAltName=" + names)
            + (" -CA " + folder + "/ca-cert.pem -CAkey " + folder + "/ca-key.pem")
            + (" -out " + folder + "/server-cert.pem -keyout " + folder + "/server-key.pem"));
    return new Certificates(folder);
  }

  Path authority() {
    return folder.resolve("ca-cert.pem");
  }

  /** The parameter of a target that trusts the authority. */
  String trusted() {
    return "tls-authorities=" + authority();
  }

  /** The option of nbdkit. */
  String served() {
    return "--tls-certificates=" + folder;
  }
}
