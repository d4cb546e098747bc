package io.loadstone.nbd.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.servers.AllowedServers;
import io.loadstone.testkit.Programs;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a plan may do with an export, against real servers. */
class NbdGuardsTest {
  private static final TargetUse READS = use(false, false);
  private static final TargetUse WRITES = use(true, false);

  @TempDir Path dir;

  private static TargetUse use(boolean writes, boolean overwrite, String... destroy) {
    return new TargetUse(
        writes, writes, Layout.WRITTEN, DirectMode.AUTO, overwrite, List.of(destroy));
  }

  private static NbdTargetProvider allowing(String... servers) {
    return new NbdTargetProvider("nbd", AllowedServers.of(servers));
  }

  private Nbdkit serving(String name, String... more) throws IOException {
    String[] arguments = new String[more.length + 2];
    System.arraycopy(more, 0, arguments, 0, more.length);
    arguments[more.length] = "file";
    arguments[more.length + 1] = dir.resolve(name).toString();
    return Nbdkit.onPort(arguments);
  }

  private Path disk(int sizeBytes, int at, byte[] content) throws IOException {
    byte[] bytes = new byte[sizeBytes];
    System.arraycopy(content, 0, bytes, at, content.length);
    return Files.write(dir.resolve("disk"), bytes);
  }

  private static void assertRefused(TargetUri uri, TargetUse use, Kind kind, String... said) {
    NbdTargetProvider provider = allowing("127.0.0.1");
    TargetPreview preview = provider.preview(uri, use);
    assertThat(preview.refusal().orElseThrow().kind()).isEqualTo(kind);
    assertThat(preview.refusal().orElseThrow().reason()).contains(said);
    assertThatThrownBy(() -> provider.open(uri, use))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessage(preview.refusal().orElseThrow().reason());
  }

  private static void assertAllowed(TargetUri uri, TargetUse use) throws Exception {
    NbdTargetProvider provider = allowing("127.0.0.1");
    assertThat(provider.preview(uri, use).refusal()).isEmpty();
    provider.open(uri, use).close();
  }

  // ---- servers

  @Test
  void noServerIsReachedThatIsNotAllowed() throws Exception {
    try (Nbdkit server = Nbdkit.onPort("memory", "1M")) {
      TargetUri uri = server.uri();
      String place = uri.path().substring(2, uri.path().length() - 1);
      for (String[] allowed : new String[][] {{}, {"localhost"}, {"127.0.0.1:1"}, {"/"}}) {
        TargetPreview preview = allowing(allowed).preview(uri, READS);
        assertThat(preview.refusal().orElseThrow().kind()).isEqualTo(Kind.SAFETY);
        assertThat(preview.refusal().orElseThrow().reason()).contains(place, "allowedServers");
      }
      for (String allowed : new String[] {"127.0.0.1", place, "other, " + place}) {
        assertThat(allowing(allowed).preview(uri, READS).refusal()).isEmpty();
      }
    }
  }

  @Test
  void aSocketIsAllowedByItselfOrByItsFolderAndNotThroughALink() throws Exception {
    Path inside = Files.createDirectory(dir.resolve("inside"));
    Path socket = dir.resolve("nbd.sock");
    try (Nbdkit server = Nbdkit.onSocket(socket, "memory", "1M")) {
      assertThat(allowing(socket.toString()).preview(server.uri(), READS).refusal()).isEmpty();
      assertThat(allowing(dir.toString()).preview(server.uri(), READS).refusal()).isEmpty();
      Path link = Files.createSymbolicLink(inside.resolve("nbd.sock"), socket);
      TargetUri linked = TargetUri.parse("nbd+unix:///?socket=" + link);
      assertThat(allowing(inside.toString()).preview(linked, READS).refusal().orElseThrow().kind())
          .isEqualTo(Kind.SAFETY);
    }
  }

  @Test
  void whatIsNotThereIsSaidInOneSentence() throws Exception {
    TargetUri gone;
    try (Nbdkit server = Nbdkit.onPort("memory", "1M")) {
      gone = server.uri();
    }
    assertRefused(gone, READS, Kind.IMPOSSIBLE_NOW, "ECONNREFUSED (111)", gone.toString());
    Files.createFile(dir.resolve("a"));
    try (Nbdkit server = Nbdkit.onPort("file", "dir=" + dir)) {
      TargetUri uri = TargetUri.parse(server.uri() + "nothing-here");
      assertRefused(uri, READS, Kind.IMPOSSIBLE_NOW, uri.toString());
    }
  }

  // ---- the export

  @Test
  void previewsWhatTheServerSays() throws Exception {
    try (Nbdkit server = Nbdkit.onPort("memory", "8M")) {
      FoundTarget preview = allowing("127.0.0.1").find(server.uri(), READS);
      assertThat(preview.traits().sizeBytes()).isEqualTo(8 << 20);
      assertThat(preview.traits().pageCache()).isEqualTo(PageCache.NONE);
      assertThat(preview.effects()).singleElement().asString().contains("nothing is written");
      // Another name of the same export is the same target.
      TargetUri other =
          TargetUri.parse(server.uri().text().replace("127.0.0.1", "localhost") + "?connections=2");
      assertThat(allowing("localhost").preview(other, READS).identity())
          .isEqualTo(preview.traits().identity());
    }
  }

  @Test
  void aReadOnlyExportIsOnlyRead() throws Exception {
    try (Nbdkit server = Nbdkit.onPort("--readonly", "memory", "1M")) {
      assertRefused(server.uri(), WRITES, Kind.PLAN, "read-only");
      assertAllowed(server.uri(), READS);
    }
  }

  @Test
  void severalConnectionsNeedAServerThatAllowsThem() throws Exception {
    try (Nbdkit server =
        Nbdkit.onPort("--filter=multi-conn", "memory", "1M", "multi-conn-mode=disable")) {
      assertRefused(
          server.uri("connections=2"), WRITES, Kind.PLAN, "NBD_FLAG_CAN_MULTI_CONN", "connections");
      assertThat(server.target().traits().mostQueues()).isEqualTo(1);
      assertThat(allowing("127.0.0.1").find(server.uri(), WRITES).warnings())
          .anyMatch(warning -> warning.contains("one connection only"));
    }
    try (Nbdkit server = Nbdkit.onPort("memory", "1M")) {
      assertAllowed(server.uri("connections=2"), WRITES);
    }
  }

  // ---- what is in it

  @Test
  void anEmptyExportMayBeWritten() throws Exception {
    try (Nbdkit server = Nbdkit.onPort("memory", "1M")) {
      assertAllowed(server.uri(), WRITES);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "300000", "1048575"})
  void foreignDataIsOverwrittenOnlyIfThePlanSaysSo(int at) throws Exception {
    disk(1 << 20, at, new byte[] {1});
    try (Nbdkit server = serving("disk")) {
      assertRefused(server.uri(), WRITES, Kind.SAFETY, "did not write", "overwrite: true");
      assertAllowed(server.uri(), READS);
      assertAllowed(server.uri(), use(true, true));
    }
  }

  @Test
  void whatLoadstoneWroteMayBeWrittenAgain() throws Exception {
    byte[] own = new byte[1 << 20];
    MemorySegment memory = MemorySegment.ofArray(own);
    SectorStamps.fillRandom(memory, 1);
    SectorStamps.stamp(memory, 0, own.length, 1);
    Files.write(dir.resolve("disk"), own);
    try (Nbdkit server = serving("disk")) {
      assertAllowed(server.uri(), WRITES);
    }
  }

  // Made by the programs that make such things, not by a copy of the table.
  @ParameterizedTest
  @CsvSource({"mkfs.ext4 -q -F, ext4", "mkfs.btrfs -q -f, Btrfs", "mkswap, swap"})
  void aFileSystemIsDestroyedOnlyIfThePlanNamesTheExport(String maker, String what)
      throws Exception {
    Path disk = disk(128 << 20, 0, new byte[0]);
    Programs.run(maker + " " + disk);
    assertNeedsDestroy(what);
  }

  @Test
  void aPartitionTableIsDestroyedOnlyIfThePlanNamesTheExport() throws Exception {
    // A GUID partition table's header, UEFI specification 5.3.2, at sector 1.
    disk(1 << 20, 512, "EFI PART".getBytes(StandardCharsets.US_ASCII));
    assertNeedsDestroy("GUID partition table");
  }

  private void assertNeedsDestroy(String what) throws Exception {
    try (Nbdkit server = serving("disk")) {
      String name = server.uri().toString();
      assertRefused(server.uri(), WRITES, Kind.SAFETY, what, "destroy: [ \"" + name + "\" ]");
      assertRefused(server.uri(), use(true, true), Kind.SAFETY, what);
      assertRefused(server.uri(), use(true, true, "nbd://other/"), Kind.SAFETY, what);
      assertAllowed(server.uri(), use(true, false, name));
      assertAllowed(server.uri("timeout=5s"), use(true, false, name));
    }
  }
}
