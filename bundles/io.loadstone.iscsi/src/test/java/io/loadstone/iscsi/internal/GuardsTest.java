package io.loadstone.iscsi.internal;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may be reached, and what may be written over. */
@Timeout(60)
class GuardsTest {
  private static final TargetUse READS = use(false, false);
  private static final TargetUse WRITES = use(true, false);

  private @TempDir Path dir = Path.of("");
  private Tgtd server;

  @BeforeEach
  void startServer() throws IOException {
    server = new Tgtd();
  }

  @AfterEach
  void endServer() throws IOException {
    if (server != null) { // or it is not installed
      server.close();
    }
  }

  private static TargetUse use(boolean writes, boolean overwrite, String... destroy) {
    return new TargetUse(
        writes, writes, Layout.WRITTEN, DirectMode.AUTO, overwrite, List.of(destroy));
  }

  private static IscsiTargetProvider allowing(String... servers) {
    return new IscsiTargetProvider(AllowedServers.of(servers));
  }

  private Path disk(int sizeBytes, int at, byte... content) throws IOException {
    byte[] bytes = new byte[sizeBytes];
    System.arraycopy(content, 0, bytes, at, content.length);
    return Files.write(dir.resolve("disk"), bytes);
  }

  private static void assertRefused(TargetUri uri, TargetUse use, Kind kind, String... said) {
    IscsiTargetProvider provider = allowing("127.0.0.1");
    TargetPreview preview = provider.preview(uri, use);
    assertThat(preview.refusal().orElseThrow().kind()).isEqualTo(kind);
    assertThat(preview.refusal().orElseThrow().reason()).contains(said);
    assertThatThrownBy(() -> provider.open(uri, use))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessage(preview.refusal().orElseThrow().reason());
  }

  private static void assertAllowed(TargetUri uri, TargetUse use) throws Exception {
    IscsiTargetProvider provider = allowing("127.0.0.1");
    assertThat(provider.preview(uri, use).refusal()).isEmpty();
    provider.open(uri, use).close();
  }

  // ---- servers

  @Test
  void noServerIsReachedThatIsNotAllowed() throws Exception {
    TargetUri uri = server.uri(server.add(disk(1 << 20, 0)));
    for (String[] allowed : new String[][] {{}, {"localhost"}, {"127.0.0.1:1"}}) {
      TargetPreview preview = allowing(allowed).preview(uri, READS);
      assertThat(preview.refusal().orElseThrow().kind()).isEqualTo(Kind.SAFETY);
      assertThat(preview.refusal().orElseThrow().reason())
          .contains(server.portal(), "allowedServers");
    }
    assertThat(allowing(server.portal()).preview(uri, READS).refusal()).isEmpty();
  }

  @Test
  void whatIsNotThereIsSaidInOneSentence() throws Exception {
    int lun = server.add(disk(1 << 20, 0));
    assertRefused(server.uri(lun + 1), READS, Kind.IMPOSSIBLE_NOW, server.portal(), "has no LUN 2");
    TargetUri other =
        TargetUri.parse("iscsi://" + server.portal() + "/iqn.2026-01.example:other/1");
    assertRefused(
        other, READS, Kind.IMPOSSIBLE_NOW, "has no target iqn.2026-01.example:other for iqn.");
    // The controller that tgt has at LUN 0.
    assertRefused(server.uri(0), READS, Kind.IMPOSSIBLE_NOW, "has no disk at LUN 0");
    server.kill();
    assertRefused(
        server.uri(lun), READS, Kind.IMPOSSIBLE_NOW, "ECONNREFUSED (111)", "no server listens");
  }

  @Test
  void aServerThatKnowsItsInitiatorsByNameIsToldThatName() throws Exception {
    int lun = server.add(disk(1 << 20, 0));
    server.order("--lld iscsi --op unbind --mode target --tid 1 -I ALL");
    server.order("--lld iscsi --op bind --mode target --tid 1 -Q iqn.2026-01.example:known");
    assertAllowed(server.uri(lun, "initiator=iqn.2026-01.example:known"), READS);
    assertRefused(
        server.uri(lun, "initiator=iqn.2026-01.example:other"),
        READS,
        Kind.IMPOSSIBLE_NOW,
        server.portal(),
        "iqn.2026-01.example:other");
  }

  @Test
  void aDigestOfDataIsRefusedIfTheLibraryHasNone() throws Exception {
    TargetUri uri = server.uri(server.add(disk(1 << 20, 0)), "data-digest=crc32c");
    if (Libiscsi.hasDataDigest()) {
      assertAllowed(uri, READS);
    } else {
      assertRefused(uri, READS, Kind.PLAN, "this version of libiscsi has no data digest");
    }
  }

  // ---- the LUN

  @Test
  void previewsWhatTheServerSays() throws Exception {
    int lun = server.add(disk(8 << 20, 0), "--blocksize 4096");
    FoundTarget found = allowing("127.0.0.1").find(server.uri(lun), READS);
    assertThat(found.traits().sizeBytes()).isEqualTo(8 << 20);
    assertThat(found.traits().alignmentBytes()).isEqualTo(4096);
    assertThat(found.traits().pageCache()).isEqualTo(PageCache.NONE);
    assertThat(found.effects())
        .singleElement()
        .asString()
        .startsWith("nothing is written to LUN 1 of " + Tgtd.TARGET)
        .contains("IET VIRTUAL-DISK", "8MiB", "writable", "write cache", "no CHAP");
    // Another name of the same LUN is the same target.
    TargetUri other =
        TargetUri.parse(
            server.uri(lun).text().replace("127.0.0.1", "localhost") + "?connections=2");
    assertThat(allowing("localhost").preview(other, READS).identity())
        .isEqualTo(found.traits().identity());
    int second = server.add(Files.write(dir.resolve("other"), new byte[1 << 20]));
    assertThat(allowing("127.0.0.1").preview(server.uri(second), READS).identity())
        .isNotEqualTo(found.traits().identity());
  }

  // SAM-5: beyond 255 a number is written in another way.
  @Test
  void aLunWithALargeNumberIsReached() throws Exception {
    server.order(
        "--lld iscsi --op new --mode logicalunit --tid 1 --lun 300 -b " + disk(2 << 20, 0));
    assertThat(allowing("127.0.0.1").find(server.uri(300), WRITES).traits().sizeBytes())
        .isEqualTo(2 << 20);
    assertRefused(server.uri(44), READS, Kind.IMPOSSIBLE_NOW, "has no LUN 44");
  }

  @Test
  void aReadOnlyLunIsOnlyRead() throws Exception {
    int lun = server.add(disk(1 << 20, 0));
    server.set(lun, "readonly=1");
    assertRefused(server.uri(lun), WRITES, Kind.PLAN, "read-only");
    assertAllowed(server.uri(lun), READS);
  }

  // ---- what is in it

  @Test
  void anEmptyLunMayBeWritten() throws Exception {
    assertAllowed(server.uri(server.add(disk(1 << 20, 0))), WRITES);
  }

  @ParameterizedTest
  @CsvSource({"0", "1048575"})
  void foreignDataIsOverwrittenOnlyIfThePlanSaysSo(int at) throws Exception {
    TargetUri uri = server.uri(server.add(disk(1 << 20, at, (byte) 1)));
    assertRefused(uri, WRITES, Kind.SAFETY, "did not write", "overwrite: true");
    assertAllowed(uri, READS);
    assertAllowed(uri, use(true, true));
  }

  @Test
  void whatLoadstoneWroteMayBeWrittenAgain() throws Exception {
    byte[] own = new byte[1 << 20];
    MemorySegment memory = MemorySegment.ofArray(own);
    SectorStamps.fillRandom(memory, 1);
    SectorStamps.stamp(memory, 0, own.length, 1);
    assertAllowed(server.uri(server.add(disk(1 << 20, 0, own))), WRITES);
  }

  // Made by the program that makes such things, not by a copy of the table.
  @Test
  void aFileSystemIsDestroyedOnlyIfThePlanNamesTheLun() throws Exception {
    Path disk = disk(16 << 20, 0);
    Programs.run("mkfs.ext4 -q -F " + disk);
    TargetUri uri = server.uri(server.add(disk));
    String name = uri.toString();
    assertRefused(uri, WRITES, Kind.SAFETY, "ext4", "destroy: [ \"" + name + "\" ]");
    assertRefused(uri, use(true, true), Kind.SAFETY, "ext4");
    assertRefused(uri, use(true, true, name + "1"), Kind.SAFETY, "ext4");
    assertAllowed(uri, use(true, false, name));
    assertAllowed(uri, READS);
  }

  // ---- the library

  @Test
  void withoutTheLibraryTheEngineAndItsTargetsSayWhatToInstall() throws Exception {
    String said = Libiscsi.missing("libnosuchiscsi.so.7").orElseThrow();
    assertThat(said).contains("libnosuchiscsi.so.7", "install the package libiscsi7");
    assertThat(Libiscsi.missing("libc.so.6")).isEmpty();
  }
}
