package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.testkit.Programs;
import io.loadstone.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A real NFS server, NFS-Ganesha, on a port of loopback, with one export; started by a test and
 * ended with it. Version 4.0 only: for version 3 it wants the system's portmapper.
 */
final class NfsServer implements AutoCloseable {
  private final Path folder;
  private final Path export;
  private final int port;
  private ServerProcess process;

  private NfsServer() throws IOException {
    Programs.need("ganesha.nfsd");
    assumeTrue(Dist.root(), "NFS-Ganesha opens files by handle, which only root may");
    export = Dist.folder("export");
    folder = Files.createTempDirectory("nfs");
    Files.createDirectory(folder.resolve("state"));
    port = ServerProcess.freePort();
    Files.writeString(
        folder.resolve("ganesha.conf"),
        """
        NFS_CORE_PARAM {
          NFS_Port = %d; Bind_addr = 127.0.0.1; Protocols = 4;
          Enable_NLM = false; Enable_RQUOTA = false; Enable_UDP = false;
        }
        NFSV4 {
          Graceless = true; Minor_Versions = 0; Only_Numeric_Owners = true;
          RecoveryBackend = fs; RecoveryRoot = %s;
        }
        NFS_KRB5 { Active_krb5 = false; }
        EXPORT {
          Export_Id = 1; Path = "%s"; Pseudo = /export; Access_Type = RW; Squash = No_Root_Squash;
          Protocols = 4; Transports = TCP; SecType = sys; FSAL { Name = VFS; }
        }
        """
            .formatted(port, folder.resolve("state"), export));
    process = started();
  }

  /** Starts one with an empty export, where the user of the agents may make files. */
  static NfsServer start() {
    try {
      return new NfsServer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServerProcess started() throws IOException {
    ServerProcess server =
        ServerProcess.start(
            new ProcessBuilder(
                "ganesha.nfsd",
                "-F",
                "-f",
                folder.resolve("ganesha.conf").toString(),
                "-L",
                folder.resolve("log").toString(),
                "-p",
                folder.resolve("pid").toString()));
    await("ganesha.nfsd").atMost(Agent.BOUND).until(() -> !server.isAlive() || answers());
    assertThat(server.isAlive()).as("ganesha.nfsd lives").isTrue();
    return server;
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException _) { // not yet
      return false;
    }
  }

  /** Host and port. */
  String place() {
    return "127.0.0.1:" + port;
  }

  /** A file of the export where it is. */
  Path file(String name) {
    return export.resolve(name);
  }

  /** Makes a file of zeroes, not by way of NFS. */
  void make(String name, int bytes) {
    try {
      Files.write(file(name), new byte[bytes]);
      Dist.give(file(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name of a file of the export, with parameters. */
  String uri(String file, String... parameters) {
    String more = String.join("&", parameters);
    return "nfs://" + place() + "/export/" + file + (more.isEmpty() ? "" : "?" + more);
  }

  /** Kills it as a crash would. */
  void kill() {
    process.kill();
  }

  /** Starts it again as it was, after {@link #kill}. */
  void restart() {
    try {
      process = started();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
    try {
      Dist.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
