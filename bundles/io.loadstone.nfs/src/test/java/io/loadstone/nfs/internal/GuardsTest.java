package io.loadstone.nfs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.servers.Server;
import io.loadstone.servers.ServerAccess;
import io.loadstone.testkit.PlainFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written over, made and removed on a real server. */
class GuardsTest {
  private static final TargetUse LAYS =
      new TargetUse(true, true, Layout.WRITTEN, DirectMode.AUTO, false, List.of());
  private static final ServerAccess EVERYBODY =
      new ServerAccess() {
        @Override
        public void check(TargetUri uri, Server server) {}

        @Override
        public List<String> listing() {
          return List.of();
        }
      };

  private final NfsTargetProvider provider = new NfsTargetProvider(EVERYBODY);
  @TempDir Path export;
  private Ganesha server;

  @BeforeEach
  void startServer() throws IOException {
    Files.setPosixFilePermissions(export, PosixFilePermissions.fromString("rwxrwxrwx"));
    server = new Ganesha(export);
  }

  @AfterEach
  void endServer() throws IOException {
    if (server != null) { // or it is not installed
      server.close();
    }
  }

  @Test
  void aFileOfOthersIsReadAndNotWrittenOver() throws Exception {
    PlainFile.make(export.resolve("f"), 8192);
    TargetUri uri = server.uri("f");
    assertThat(provider.find(uri, Ganesha.use(false, false)).traits().sizeBytes()).isEqualTo(8192);
    assertThatThrownBy(() -> provider.open(uri, Ganesha.use(true, false)))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining("overwrite: true");
    assertThat(provider.open(uri, Ganesha.use(true, true)).writable()).isTrue();
    assertThatThrownBy(() -> provider.remove(uri)).hasMessageContaining("not made by Loadstone");
  }

  @Test
  void aFileThatIsNotThereIsMadeOfItsSizeAndRemoved() throws Exception {
    assertThatThrownBy(() -> provider.find(server.uri("t"), LAYS)).hasMessageContaining("?size=");
    TargetUri uri = server.uri("t", "size=1MiB");
    assertThat(provider.find(uri, LAYS).traits().sizeBytes()).isEqualTo(1 << 20);
    String identity = provider.find(uri, LAYS).traits().identity();
    assertThat(export.resolve("t")).doesNotExist();
    Target target = provider.open(uri, LAYS);
    assertThat(target.traits().identity()).isEqualTo(identity);
    assertThat(target.lay(Layout.WRITTEN)).isEqualTo(Target.Fill.WHOLE);
    target.filled();
    assertThat(Files.size(export.resolve("t"))).isEqualTo(1 << 20);
    assertThat(provider.open(uri, LAYS).lay(Layout.WRITTEN)).isEqualTo(Target.Fill.NOTHING);
    assertThat(provider.remove(uri)).isTrue();
    assertThat(export).isEmptyDirectory();
    assertThat(provider.remove(uri)).isFalse();
  }

  @Test
  void twoNamesOfAFileAreTheSame() throws Exception {
    PlainFile.make(export.resolve("a"), 8192);
    Files.createLink(export.resolve("b"), export.resolve("a"));
    assertThat(Ganesha.target(server.uri("a"), false).traits().identity())
        .isEqualTo(Ganesha.target(server.uri("b"), false).traits().identity());
  }

  @Test
  void anExportThatIsNotThereIsNamed() {
    TargetUri uri = TargetUri.parse("nfs://127.0.0.1:" + server.port() + "/other/t?size=1MiB");
    assertThatThrownBy(() -> provider.find(uri, LAYS))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining("does not give /other")
        .hasMessageContaining("ENOENT");
  }

  @Test
  void theLengthOfAFileOfOthersIsNotChanged() throws Exception {
    PlainFile.make(export.resolve("f"), 8192);
    TargetUse overwrites =
        new TargetUse(true, true, Layout.WRITTEN, DirectMode.AUTO, true, List.of());
    for (String size : List.of("size=4KiB", "size=1MiB")) {
      assertThatThrownBy(() -> provider.find(server.uri("f", size), overwrites))
          .isInstanceOf(TargetRefusedException.class)
          .hasMessageContaining("has 8192 bytes")
          .hasMessageContaining("does not change its length");
    }
    Target target = provider.open(server.uri("f", "size=8KiB"), overwrites);
    assertThat(target.lay(Layout.WRITTEN)).isEqualTo(Target.Fill.WHOLE);
    target.filled();
    assertThatThrownBy(() -> provider.remove(server.uri("f")))
        .hasMessageContaining("not made by Loadstone");
    assertThat(Files.size(export.resolve("f"))).isEqualTo(8192);
  }

  @Test
  void theServerSeesWhomTheNameSays() throws Exception {
    provider.open(server.uri("t", "size=1MiB", "uid=1234", "gid=1235"), LAYS);
    assertThat(Files.getAttribute(export.resolve("t"), "unix:uid")).isEqualTo(1234);
    assertThat(Files.getAttribute(export.resolve("t"), "unix:gid")).isEqualTo(1235);
  }
}
