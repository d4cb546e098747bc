package io.loadstone.target.file.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LayoutTest {
  private static final long MIB = 1 << 20;

  @TempDir Path given;
  private Path dir;
  private Path file;
  private TargetUri uri;
  private FileTargetProvider provider;

  @BeforeEach
  void make() throws IOException {
    dir = given.toRealPath();
    file = dir.resolve("t.dat");
    uri = Uses.uri(file, "1MiB");
    provider = new FileTargetProvider(AllowedFolders.of(dir.toString(), new String[0]));
  }

  @Test
  void aSparseFileHasLengthAndNoSpace() throws Exception {
    assertThat(Uses.layOut(provider, uri, Layout.SPARSE)).isFalse();

    assertThat(FileStatus.of(file).sizeBytes()).isEqualTo(MIB);
    assertThat(FileStatus.of(file).allocatedBytes()).isLessThan(MIB / 2);
    assertThat(record().layout()).isEqualTo(Layout.SPARSE);
    assertThat(record().laid()).isTrue();
  }

  @Test
  void anAllocatedFileHasItsSpace() throws Exception {
    assertThat(Uses.layOut(provider, uri, Layout.ALLOCATED)).isFalse();

    assertThat(FileStatus.of(file).sizeBytes()).isEqualTo(MIB);
    assertThat(FileStatus.of(file).allocatedBytes()).isGreaterThanOrEqualTo(MIB);
  }

  @Test
  void aWrittenFileIsLaidOutOnlyWhenItWasFilled() throws Exception {
    try (Target target = provider.open(uri, Uses.lay(Layout.WRITTEN))) {
      assertThat(target.sizeBytes()).isEqualTo(MIB);
      assertThat(target.lay(Layout.WRITTEN)).isEqualTo(Target.Fill.WHOLE);
      assertThat(FileStatus.of(file).sizeBytes()).isEqualTo(MIB);
      assertThat(record().laid()).isFalse();
      assertThat(target.description()).contains("layout not finished");

      Uses.fill(file, MIB);
      target.filled();

      assertThat(record().laid()).isTrue();
      assertThat(target.description()).contains("file on ").contains("written layout");
    }
    assertThat(Uses.layOut(provider, uri, Layout.WRITTEN)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void aWrittenFileIsGoodForEveryLayout(Layout layout) throws Exception {
    Uses.layOut(provider, uri, Layout.WRITTEN);
    byte[] before = Files.readAllBytes(file);

    assertThat(Uses.layOut(provider, uri, layout)).isFalse();

    assertThat(file).hasBinaryContent(before);
    assertThat(record().layout()).isEqualTo(Layout.WRITTEN);
  }

  @Test
  void aSparseFileIsFilledWhenAPlanWantsItWritten() throws Exception {
    Uses.layOut(provider, uri, Layout.SPARSE);

    assertThat(provider.find(uri, Uses.lay(Layout.WRITTEN)).effects())
        .singleElement()
        .asString()
        .contains("laid out anew as written: its layout is sparse, not written");
    assertThat(Uses.layOut(provider, uri, Layout.WRITTEN)).isTrue();
  }

  @Test
  void aKillBetweenLayoutAndFillLeadsToANewFill() throws Exception {
    try (Target target = provider.open(uri, Uses.lay(Layout.WRITTEN))) {
      target.lay(Layout.WRITTEN); // and here the agent dies
    }

    assertThat(provider.find(uri, Uses.lay(Layout.WRITTEN)).effects())
        .singleElement()
        .asString()
        .contains("its layout was not finished");
    assertThat(provider.find(Uses.uri(file), Uses.READ).warnings())
        .anyMatch(warning -> warning.contains("not finished"));
    assertThat(Uses.layOut(provider, uri, Layout.WRITTEN)).isTrue();
    assertThat(Uses.layOut(provider, uri, Layout.WRITTEN)).isFalse();
  }

  @Test
  void aKillBetweenMakingAndRecordingLeavesAnEmptyFileThatIsTakenUp() throws Exception {
    Files.createFile(file);

    assertThat(Uses.layOut(provider, uri, Layout.WRITTEN)).isTrue();
    assertThat(provider.remove(uri)).isTrue();
  }

  /** B031: a read run of holes would measure memory. */
  @Test
  void holesInAWrittenFileAreFoundAndFilledAgain() throws Exception {
    Uses.layOut(provider, uri, Layout.WRITTEN);
    int fd = FileCalls.open(file, FileCalls.O_RDWR, 0);
    int rc =
        FileCalls.fallocate(
            fd, FileCalls.FALLOC_FL_KEEP_SIZE | FileCalls.FALLOC_FL_PUNCH_HOLE, 0, MIB / 2);
    FileCalls.close(fd);
    assumeTrue(rc == 0, "skipped: the file system of the temporary folder cannot punch holes");

    assertThat(provider.find(Uses.uri(file), Uses.READ).warnings())
        .anyMatch(warning -> warning.contains("has holes"));
    assertThat(Uses.layOut(provider, uri, Layout.WRITTEN)).isTrue();
    assertThat(FileStatus.of(file).allocatedBytes()).isGreaterThanOrEqualTo(MIB);
  }

  /** B031. */
  @Test
  void aForeignSparseFileIsReadWithAWarning() throws Exception {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      channel.write(ByteBuffer.wrap(new byte[1]), MIB - 1);
    }

    FoundTarget preview = provider.find(Uses.uri(file), Uses.READ);

    assertThat(preview.warnings()).anyMatch(w -> w.contains("has holes") && w.contains("1048576"));
  }

  @Test
  void anotherSizeLaysAFileOfOurOwnOutAnew() throws Exception {
    Uses.layOut(provider, uri, Layout.WRITTEN);

    assertThat(provider.find(Uses.uri(file, "2MiB"), Uses.lay(Layout.WRITTEN)).effects())
        .singleElement()
        .asString()
        .contains("it has 1048576 bytes, and the plan says 2097152");
    assertThat(Uses.layOut(provider, Uses.uri(file, "2MiB"), Layout.WRITTEN)).isTrue();
    assertThat(Files.size(file)).isEqualTo(2 * MIB);

    assertThat(Uses.layOut(provider, Uses.uri(file, "512KiB"), Layout.WRITTEN)).isTrue();
    assertThat(Files.size(file)).isEqualTo(MIB / 2);
  }

  /** B029: neither size wins silently. */
  @Test
  void anotherSizeWithoutAPreparePhaseIsAConflictAndChangesNothing() throws Exception {
    Uses.layOut(provider, uri, Layout.WRITTEN);

    assertThat(provider.preview(Uses.uri(file, "2MiB"), Uses.READ).refusal().orElseThrow().reason())
        .contains("has 1048576 bytes, and the plan says size=2097152")
        .contains("let the plan prepare the target");
    assertThat(Files.size(file)).isEqualTo(MIB);
  }

  @Test
  void aFileThatSomebodyPutInItsPlaceIsForeign() throws Exception {
    Uses.layOut(provider, uri, Layout.WRITTEN);
    Path other = Files.write(dir.resolve("other"), new byte[(int) MIB]);
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);

    assertThat(provider.preview(uri, Uses.lay(Layout.WRITTEN)).refusal().orElseThrow().reason())
        .contains("was not laid out by Loadstone");
    assertThatThrownBy(() -> provider.remove(uri)).isInstanceOf(TargetRefusedException.class);
    assertThat(file).exists();
    assertThat(provider.listing()).anyMatch(line -> line.contains("was replaced"));
  }

  @Test
  void aFileThatGotTheInodeOfOursIsForeign() throws Exception {
    Uses.layOut(provider, uri, Layout.WRITTEN);
    assumeTrue(
        !record().mark().isEmpty(),
        "skipped: the file system of the temporary folder has no extended attributes");
    // What a new file with the same inode number looks like: no mark of ours.
    Files.getFileAttributeView(file, UserDefinedFileAttributeView.class).delete("loadstone.mark");

    assertThat(provider.preview(uri, Uses.lay(Layout.WRITTEN)).refusal()).isPresent();
  }

  @Test
  void aRenamedFileIsForeignUnderItsNewName() throws Exception {
    Uses.layOut(provider, uri, Layout.WRITTEN);
    Path renamed = Files.move(file, dir.resolve("renamed.dat"));

    assertThat(provider.preview(Uses.uri(renamed), Uses.WRITE).refusal()).isPresent();
    assertThat(provider.listing()).anyMatch(line -> line.contains("the file is gone"));
    assertThat(provider.remove(uri)).isTrue();
    assertThat(provider.remove(uri)).isFalse();
    assertThat(renamed).exists();
  }

  @Test
  void aBrokenRecordMakesAFileForeign() throws Exception {
    Uses.layOut(provider, uri, Layout.WRITTEN);
    Files.writeString(LayoutRecord.beside(file), "layout=upside-down\n\\u12");

    assertThat(provider.preview(uri, Uses.lay(Layout.WRITTEN)).refusal()).isPresent();
  }

  @Test
  void anOverwrittenFileIsKnownAfterwardsAndNeverRemoved() throws Exception {
    Files.write(file, new byte[(int) MIB]);

    try (Target target = provider.open(Uses.uri(file), Uses.OVERWRITE)) {
      assertThat(target.lay(Layout.WRITTEN)).isEqualTo(Target.Fill.WHOLE);
      Uses.fill(file, MIB);
      target.filled();
    }

    assertThat(Uses.layOut(provider, uri, Layout.WRITTEN)).isFalse();
    assertThat(provider.preview(Uses.uri(file, "2MiB"), Uses.lay(Layout.WRITTEN)).refusal())
        .hasValueSatisfying(r -> assertThat(r.reason()).contains("has 1048576 bytes"));
    assertThatThrownBy(() -> provider.remove(uri))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining("was there before");
    assertThat(file).exists();
  }

  @Test
  void removeTakesTheFileAndItsRecordButNotWhileItIsInUse() throws Exception {
    Uses.layOut(provider, uri, Layout.SPARSE);
    Target target = provider.open(uri, Uses.lay(Layout.SPARSE));
    assertThatThrownBy(() -> provider.remove(uri))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining("in use");
    target.close();
    target.close(); // twice is once

    assertThat(provider.remove(uri)).isTrue();
    assertThat(provider.remove(uri)).isFalse();
    try (Stream<Path> left = Files.list(dir)) {
      assertThat(left).isEmpty();
    }
  }

  /**
   * B035: the row wants files removed after a crash. Here they are kept, named and reused, since a
   * file laid out for an hour is worth more than its space, and removal is asked for.
   */
  @Test
  void theListingNamesOwnFilesAfterARestart() throws Exception {
    Uses.layOut(provider, uri, Layout.SPARSE);
    Files.writeString(dir.resolve("foreign.dat"), "x");

    FileTargetProvider next =
        new FileTargetProvider(AllowedFolders.of(dir.toString(), new String[0]));

    assertThat(next.listing())
        .hasSize(2)
        .last()
        .asString()
        .contains("file:" + file + "?size=1MiB: sparse layout");
  }

  @Test
  void whatHappensToAnOpenTargetIsNoticed() throws Exception {
    Uses.layOut(provider, uri, Layout.WRITTEN);
    try (Target target = provider.open(uri, Uses.lay(Layout.WRITTEN))) {
      assertThat(target.lost()).isEmpty();

      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(4096);
      }
      assertThat(target.lost())
          .hasValueSatisfying(r -> assertThat(r).contains("truncated from 1048576 to 4096"));

      Path other = Files.write(dir.resolve("other"), new byte[(int) MIB]);
      Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      assertThat(target.lost()).hasValueSatisfying(r -> assertThat(r).contains("was replaced"));

      Files.delete(file);
      assertThat(target.lost()).hasValueSatisfying(r -> assertThat(r).contains("was removed"));
    }
  }

  @Test
  void aTargetThatIsNotLaidOutYetIsNotLost() throws Exception {
    try (Target target = provider.open(uri, Uses.lay(Layout.WRITTEN))) {
      assertThat(target.lost()).isEmpty();
      target.lay(Layout.WRITTEN);
      assertThat(target.lost()).isEmpty();
    }
  }

  @Test
  void offNeedsNoAlignmentAndIsNotDirect() throws Exception {
    try (Target target = provider.open(uri, Uses.with(Uses.lay(Layout.SPARSE), DirectMode.OFF))) {
      assertThat(target.traits().direct()).isFalse();
      assertThat(target.alignmentBytes()).isEqualTo(1);
      assertThat(target.description()).endsWith("buffered");
    }
  }

  @Test
  void previewAndOpenAgreeOnDirectAndAlignment() throws Exception {
    FoundTarget preview = provider.find(uri, Uses.lay(Layout.SPARSE));
    assertThat(file).doesNotExist();

    try (Target target = provider.open(uri, Uses.lay(Layout.SPARSE))) {
      assertThat(target.traits().direct()).isEqualTo(preview.traits().direct());
      assertThat(target.alignmentBytes()).isEqualTo(preview.traits().alignmentBytes());
      assertThat(Integer.bitCount(target.alignmentBytes())).isEqualTo(1);
      assertThat(target.traits().identity()).isEqualTo(preview.traits().identity());
    }
    assertThat(provider.preview(uri, Uses.lay(Layout.SPARSE)).identity())
        .isEqualTo(preview.traits().identity());
  }

  /** B001: the planned bytes are those that the file system counts, whatever the unit is. */
  @ParameterizedTest
  @CsvSource({"1MB, 1000000", "1MiB, 1048576", "1m, 1048576", "1500KB, 1500000", "30k, 30720"})
  void aSizeInAnyUnitIsThatManyBytesOnTheDisk(String size, long bytes) throws Exception {
    TargetUri uri = Uses.uri(file, size);
    assertThat(provider.find(uri, Uses.lay(Layout.ALLOCATED)).traits().sizeBytes())
        .isEqualTo(bytes);
    Uses.layOut(provider, uri, Layout.ALLOCATED);

    assertThat(Files.size(file)).isEqualTo(bytes);
  }

  /** B033: a job that only reads twelve files leaves twelve, and their records, as they are. */
  @Test
  void readingManyOwnFilesChangesNoneOfThem() throws Exception {
    List<TargetUri> uris = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      uris.add(Uses.uri(dir.resolve("t" + i + ".dat"), "64KiB"));
      Uses.layOut(provider, uris.getLast(), Layout.WRITTEN);
    }
    Map<Path, List<Object>> before = inventory();

    for (TargetUri one : uris) {
      provider.open(one, Uses.READ).close();
    }

    assertThat(before).hasSize(24);
    assertThat(inventory()).isEqualTo(before);
  }

  private Map<Path, List<Object>> inventory() throws IOException {
    Map<Path, List<Object>> found = new HashMap<>();
    try (Stream<Path> files = Files.list(dir)) {
      for (Path one : files.toList()) {
        found.put(
            one, List.of(Files.size(one), Files.getLastModifiedTime(one), FileStatus.of(one)));
      }
    }
    return found;
  }

  /** B027. */
  @Test
  void bytesBehindTheLastWholeBlockAreTold() throws Exception {
    FoundTarget preview = provider.find(Uses.uri(file, "30000"), Uses.lay(Layout.WRITTEN));
    assumeTrue(preview.traits().direct(), "skipped: no direct I/O in the temporary folder");

    long rest = 30_000 % preview.traits().alignmentBytes();
    assertThat(preview.warnings()).anyMatch(w -> w.contains("the last " + rest + " bytes"));
  }

  // B039
  @Test
  void memoryIsBufferedLoudlyOrRefusedIfDirectIsRequired() throws Exception {
    Path memory = Path.of("/dev/shm");
    assumeTrue(
        Files.isWritable(memory) && Mount.of(memory, "").type().equals("tmpfs"),
        "skipped: /dev/shm is no tmpfs here");
    Path folder = Files.createTempDirectory(memory, "loadstone-test");
    try {
      provider = new FileTargetProvider(AllowedFolders.of(folder.toString(), new String[0]));
      TargetUri inMemory = Uses.uri(folder.resolve("t.dat"), "64KiB");

      FoundTarget preview = provider.find(inMemory, Uses.lay(Layout.WRITTEN));
      assertThat(preview.traits().direct()).isFalse();
      assertThat(preview.traits().alignmentBytes()).isEqualTo(1);
      assertThat(preview.warnings()).anyMatch(w -> w.startsWith("BUFFERED: tmpfs"));

      assertThat(
              provider
                  .preview(inMemory, Uses.with(Uses.lay(Layout.WRITTEN), DirectMode.REQUIRED))
                  .refusal()
                  .orElseThrow()
                  .reason())
          .contains("tmpfs")
          .contains("direct: required");
      assertThat(Uses.layOut(provider, inMemory, Layout.WRITTEN)).isTrue();
      assertThat(Uses.layOut(provider, inMemory, Layout.WRITTEN)).isFalse();
      assertThat(provider.remove(inMemory)).isTrue();
    } finally {
      Files.delete(folder);
    }
  }

  @Test
  void aRecordThatCannotBeWrittenFailsTheOpenAndLeavesNothing() throws Exception {
    Files.createDirectories(dir.resolve("t.dat.loadstone/in the way"));

    assertThatIOException().isThrownBy(() -> provider.open(uri, Uses.lay(Layout.WRITTEN)));

    assertThat(file).doesNotExist();
  }

  private LayoutRecord record() {
    return LayoutRecord.read(LayoutRecord.beside(file)).orElseThrow();
  }
}
