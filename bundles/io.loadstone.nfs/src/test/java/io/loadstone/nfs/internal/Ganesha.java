package io.loadstone.nfs.internal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.testkit.Programs;
import io.loadstone.testkit.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A real server, NFS-Ganesha, that a test started on loopback, with one export. It speaks version
 * 4.0 only: for version 3 it wants the system's portmapper.
 */
final class Ganesha implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);

  private final Path export;
  private final String access;
  private final Path dir;
  private final int port;
  private ServerProcess process;

  /**
   * Starts it.
   *
   * @param export the folder that it exports as {@code /export}
   */
  Ganesha(Path export) throws IOException {
    this(export, "RW");
  }

  /** Starts one that lets nobody write. */
  static Ganesha readOnly(Path export) throws IOException {
    return new Ganesha(export, "RO");
  }

  private Ganesha(Path export, String access) throws IOException {
    Programs.need("ganesha.nfsd");
    assumeTrue(
        "root".equals(System.getProperty("user.name")),
        "NFS-Ganesha opens files by handle, which only root may");
    assumeTrue(Libnfs.unavailable().isEmpty(), () -> Libnfs.unavailable().orElse(""));
    this.export = export;
    this.access = access;
    dir = Files.createTempDirectory("ganesha");
    port = ServerProcess.freePort();
    Files.createDirectories(dir.resolve("state"));
    Files.writeString(dir.resolve("ganesha.conf"), configuration());
    process = start();
  }

  private String configuration() {
    return """
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
      Export_Id = 1; Path = %s; Pseudo = /export; Access_Type = %s; Squash = No_Root_Squash;
      Protocols = 4; Transports = TCP; SecType = sys; FSAL { Name = VFS; }
    }
    """
        .formatted(port, dir.resolve("state"), export(), access);
  }

  private ServerProcess start() throws IOException {
    ServerProcess started =
        ServerProcess.start(
            new ProcessBuilder(
                "ganesha.nfsd",
                "-F",
                "-f",
                dir.resolve("ganesha.conf").toString(),
                "-L",
                dir.resolve("log").toString(),
                "-p",
                dir.resolve("pid").toString()));
    Awaitility.await()
        .atMost(START)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !started.isAlive() || answers());
    return started;
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException _) { // not yet
      return false;
    }
  }

  /** The folder that it exports as {@code /export}. */
  Path export() {
    return export;
  }

  int port() {
    return port;
  }

  /** The name of a file of the export. */
  TargetUri uri(String file, String... parameters) {
    return uri(port, file, parameters);
  }

  /** The same by way of another port. */
  static TargetUri uri(int port, String file, String... parameters) {
    String more = String.join("&", parameters);
    return TargetUri.parse(
        "nfs://127.0.0.1:" + port + "/export/" + file + (more.isEmpty() ? "" : "?" + more));
  }

  /** What a plan wants that writes to a file that is there. */
  static TargetUse use(boolean writes, boolean overwrite) {
    return new TargetUse(writes, false, Layout.SPARSE, DirectMode.AUTO, overwrite, List.of());
  }

  /** Opens a file that is there. */
  static NfsTarget target(TargetUri uri, boolean writes) throws IOException {
    try {
      return NfsTargetProvider.look(NfsUri.of(uri), use(writes, true)).orElseThrow();
    } catch (TargetRefusedException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Stops it; connections stay. */
  void stop() throws IOException, InterruptedException {
    process.stop();
  }

  /** Lets it go on. */
  void goOn() throws IOException, InterruptedException {
    process.goOn();
  }

  /** Kills it as a crash would. */
  void kill() {
    process.kill();
  }

  /** Starts it again as it was, after {@link #kill}. */
  void restart() throws IOException {
    process = start();
  }

  @Override
  public void close() throws IOException {
    kill();
    try (Stream<Path> left = Files.walk(dir)) {
      for (Path file : left.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
