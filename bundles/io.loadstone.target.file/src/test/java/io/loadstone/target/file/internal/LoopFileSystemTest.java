package io.loadstone.target.file.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.target.BlockDevice;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.FileSystemStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopFileSystemTest {
  private static final long MIB = 1 << 20;

  @TempDir Path given;
  private Path dir;

  @BeforeEach
  void make() throws IOException {
    dir = given.toRealPath();
  }

  @Test
  void theResultNamesFileSystemDeviceAndMountPoint() throws Exception {
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512)) {
      TargetUri uri = Uses.uri(fs.point().resolve("t.dat"), "1MiB");
      FileTargetProvider provider = in(fs);
      Uses.layOut(provider, uri, Layout.WRITTEN);

      try (Target target = provider.open(uri, Uses.READ)) {
        assertThat(target.description())
            .isEqualTo(
                "file on ext4 (" + fs.device() + ", " + fs.point() + "), written layout, direct");
      }
    }
  }

  /** B075: whose counters to read; B115: that there are none is no error. */
  @Test
  void theDeviceBehindAFileIsTheOneThatTheSystemNames() throws Exception {
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512)) {
      TargetUri uri = Uses.uri(fs.point().resolve("t.dat"), "1MiB");
      FileTargetProvider provider = in(fs);
      Uses.layOut(provider, uri, Layout.WRITTEN);
      String[] numbers =
          Commands.output("lsblk", "-dno", "MAJ:MIN", fs.device()).strip().split(":", -1);

      try (Target target = provider.open(uri, Uses.READ)) {
        assertThat(target.device())
            .contains(new BlockDevice(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])));
      }
    }
  }

  // B037: what a device of 4 KiB sectors needs is known before the first I/O.
  @Test
  void alignmentIsThatOfTheDevicesSectors() throws Exception {
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 4096)) {
      TargetUri uri = Uses.uri(fs.point().resolve("t.dat"), "1MiB");
      FileTargetProvider provider = in(fs);

      assertThat(provider.find(uri, Uses.lay(Layout.SPARSE)).traits().alignmentBytes())
          .isEqualTo(4096);
      try (Target target =
          provider.open(uri, Uses.with(Uses.lay(Layout.SPARSE), DirectMode.REQUIRED))) {
        assertThat(target.traits().direct()).isTrue();
        assertThat(target.alignmentBytes()).isEqualTo(4096);
      }
    }
  }

  @Test
  void aFileUnderALoopDeviceIsOnlyRead() throws Exception {
    // B129: a file of Loadstone's own into which somebody put a file system meanwhile.
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512)) {
      Path file = fs.point().resolve("t.dat");
      TargetUri uri = Uses.uri(file, "1MiB");
      FileTargetProvider provider = in(fs);
      Uses.layOut(provider, uri, Layout.WRITTEN);
      String device = Commands.output("losetup", "-f", "--show", file.toString());
      try {
        for (var use : List.of(Uses.WRITE, Uses.OVERWRITE, Uses.lay(Layout.WRITTEN))) {
          assertThat(provider.preview(uri, use).refusal().orElseThrow().reason())
              .contains(device)
              .contains("losetup -d " + device);
        }
        assertThat(provider.preview(uri, Uses.READ).refusal()).isEmpty();
        assertThatThrownBy(() -> provider.remove(uri))
            .isInstanceOf(TargetRefusedException.class)
            .hasMessageContaining(device);
      } finally {
        Commands.output("losetup", "-d", device);
      }
      assertThat(provider.preview(uri, Uses.WRITE).refusal()).isEmpty();
      assertThat(provider.remove(uri)).isTrue();
    }
  }

  @Test
  void aFileSystemThatTakesODirectAndDoesNotDoItIsBuffered() throws Exception {
    // B039: with data=journal ext4 opens files with O_DIRECT and goes through the page cache.
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512)) {
      Commands.output("umount", fs.point().toString());
      Commands.output("mount", "-o", "data=journal", fs.device(), fs.point().toString());
      TargetUri uri = Uses.uri(fs.point().resolve("t.dat"), "1MiB");

      FoundTarget preview = in(fs).find(uri, Uses.lay(Layout.WRITTEN));
      assertThat(preview.traits().direct()).isFalse();
      assertThat(preview.warnings())
          .anyMatch(w -> w.startsWith("BUFFERED: ext4 (" + fs.device() + ", " + fs.point() + ")"));
      assertThat(
              in(fs)
                  .preview(uri, Uses.with(Uses.lay(Layout.WRITTEN), DirectMode.REQUIRED))
                  .refusal()
                  .orElseThrow()
                  .reason())
          .contains("ext4", "direct: required");
    }
  }

  @Test
  void aReadOnlyFileSystemIsToldForWritingAndServesReading() throws Exception {
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512)) {
      TargetUri uri = Uses.uri(fs.point().resolve("t.dat"), "1MiB");
      FileTargetProvider provider = in(fs);
      Uses.layOut(provider, uri, Layout.WRITTEN);
      fs.remount("ro");

      for (TargetUri one : new TargetUri[] {uri, Uses.uri(fs.point().resolve("new.dat"), "1MiB")}) {
        assertThat(provider.preview(one, Uses.lay(Layout.WRITTEN)).refusal().orElseThrow().reason())
            .contains("EROFS (30)")
            .contains("mount -o remount,rw " + fs.point());
      }
      assertThat(provider.preview(uri, Uses.READ).refusal()).isEmpty();
      assertThatIOException()
          .isThrownBy(() -> provider.remove(uri))
          .withMessageContaining("Removing " + fs.point().resolve("t.dat") + " failed");
    }
  }

  @Test
  void moreThanThereIsSpaceForIsRefusedBeforehand() throws Exception {
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512)) {
      TargetUri uri = Uses.uri(fs.point().resolve("t.dat"), "64MiB");

      assertThat(in(fs).preview(uri, Uses.lay(Layout.WRITTEN)).refusal().orElseThrow().reason())
          .contains("needs 67108864 more bytes")
          .contains("ext4 (" + fs.device() + ", " + fs.point() + ")");
      FoundTarget sparse = in(fs).find(uri, Uses.lay(Layout.SPARSE));
      assertThat(sparse.warnings()).anyMatch(w -> w.contains("ENOSPC"));
    }
  }

  @Test
  void whatATargetTakesIsToldWithItsStorage() throws Exception {
    // B099: the core adds up what several targets take of one file system.
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512)) {
      TargetUri uri = Uses.uri(fs.point().resolve("t.dat"), "4MiB");
      FoundTarget.Space space = in(fs).find(uri, Uses.lay(Layout.WRITTEN)).space().orElseThrow();
      assertThat(space.storage()).isEqualTo("ext4 (" + fs.device() + ", " + fs.point() + ")");
      assertThat(space.neededBytes()).isEqualTo(4 * MIB);
      assertThat(space.freeBytes()).isEqualTo(FileSystemStatus.of(fs.point()).freeBytes());

      Uses.layOut(in(fs), uri, Layout.WRITTEN);
      assertThat(in(fs).find(uri, Uses.lay(Layout.WRITTEN)).space()).isEmpty();
      assertThat(in(fs).find(uri, Uses.READ).space()).isEmpty();
    }
  }

  // B043: a reservation that fails ends the layout; it is never passed over in silence.
  @Test
  void aDiskThatFillsUpMeanwhileFailsTheLayoutAndGetsItsSpaceBack() throws Exception {
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512)) {
      Path file = fs.point().resolve("t.dat");
      TargetUri uri = Uses.uri(file, "16MiB");
      FileTargetProvider provider = in(fs);
      try (Target target = provider.open(uri, Uses.lay(Layout.WRITTEN))) {
        fill(fs.point().resolve("hog"), FileSystemStatus.of(fs.point()).freeBytes() - 4 * MIB);

        assertThatIOException()
            .isThrownBy(() -> target.lay(Layout.WRITTEN))
            .withMessageContaining("Reserving 16777216 bytes for " + file)
            .withMessageContaining("ENOSPC (28)")
            .withMessageContaining("free some");
      }
      assertThat(names(fs.point())).containsExactly("hog", "lost+found");
      assertThat(FileSystemStatus.of(fs.point()).freeBytes()).isGreaterThan(3 * MIB);
    }
  }

  @Test
  void aFileThatCannotGrowKeepsItsLength() throws Exception {
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512)) {
      Path file = fs.point().resolve("t.dat");
      FileTargetProvider provider = in(fs);
      Uses.layOut(provider, Uses.uri(file, "1MiB"), Layout.WRITTEN);
      TargetUri larger = Uses.uri(file, "16MiB");
      try (Target target = provider.open(larger, Uses.lay(Layout.WRITTEN))) {
        fill(fs.point().resolve("hog"), FileSystemStatus.of(fs.point()).freeBytes() - 4 * MIB);

        assertThatIOException().isThrownBy(() -> target.lay(Layout.WRITTEN));
      }
      assertThat(FileStatus.of(file).sizeBytes()).isEqualTo(MIB);
      assertThat(FileSystemStatus.of(fs.point()).freeBytes()).isGreaterThan(3 * MIB);
      assertThat(Uses.layOut(provider, Uses.uri(file, "1MiB"), Layout.WRITTEN)).isTrue();
    }
  }

  // B043
  @Test
  void whereSpaceCannotBeReservedAllocatedIsAnErrorAndWrittenIsNot() throws Exception {
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512, "-O", "^extent,^64bit")) {
      Path file = fs.point().resolve("t.dat");
      FileTargetProvider provider = in(fs);
      TargetUri uri = Uses.uri(file, "1MiB");
      try (Target target = provider.open(uri, Uses.lay(Layout.ALLOCATED))) {
        assertThatIOException()
            .isThrownBy(() -> target.lay(Layout.ALLOCATED))
            .withMessageContaining("EOPNOTSUPP (95)")
            .withMessageContaining("say layout: written");
      }
      assertThat(names(fs.point())).containsExactly("lost+found");

      assertThat(Uses.layOut(provider, uri, Layout.WRITTEN)).isTrue();
      assertThat(Uses.layOut(provider, uri, Layout.WRITTEN)).isFalse();
    }
  }

  @Test
  void anImmutableFileIsToldWithItsCure() throws Exception {
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512)) {
      Path file = fs.point().resolve("t.dat");
      FileTargetProvider provider = in(fs);
      TargetUri uri = Uses.uri(file, "1MiB");
      Uses.layOut(provider, uri, Layout.WRITTEN);
      assumeTrue(
          Commands.succeeds("chattr", "+i", file.toString()), "skipped: chattr is not there");

      assertThat(provider.preview(uri, Uses.lay(Layout.WRITTEN)).refusal().orElseThrow().reason())
          .contains("EPERM (1)")
          .contains("chattr -i");
      assertThatThrownBy(() -> provider.open(uri, Uses.lay(Layout.WRITTEN)))
          .isInstanceOf(TargetRefusedException.class);
      Commands.output("chattr", "-i", file.toString());
    }
  }

  @Test
  void ourOwnFileIsKnownAfterANewMount() throws Exception {
    try (LoopFileSystem fs = LoopFileSystem.mount(dir, 512)) {
      TargetUri uri = Uses.uri(fs.point().resolve("t.dat"), "1MiB");
      Uses.layOut(in(fs), uri, Layout.WRITTEN);
      Commands.output("umount", fs.point().toString());
      Commands.output("mount", fs.device(), fs.point().toString());

      assertThat(Uses.layOut(in(fs), uri, Layout.WRITTEN)).isFalse();
    }
  }

  private static FileTargetProvider in(LoopFileSystem fs) {
    return new FileTargetProvider(AllowedFolders.of(fs.point().toString(), new String[0]));
  }

  private static void fill(Path hog, long bytes) throws IOException {
    Files.createFile(hog);
    Uses.fill(hog, bytes);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }
}
