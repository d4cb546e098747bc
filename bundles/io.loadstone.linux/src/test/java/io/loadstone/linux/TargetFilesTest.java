package io.loadstone.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.testkit.PlainFile;
import io.loadstone.testkit.ReplacedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetFilesTest {
  @TempDir Path dir;

  @BeforeAll
  static void needsLinux() {
    assumeTrue(Platform.unsupported().isEmpty(), () -> Platform.unsupported().orElseThrow());
  }

  private static long openFiles() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @Test
  void opensEachTargetAsItSays() throws Exception {
    PlainFile writable = PlainFile.make(dir.resolve("a"), 4096);
    PlainFile readOnly = PlainFile.make(dir.resolve("b"), 4096).readOnly();
    try (TargetFiles files = TargetFiles.open(List.of(writable, readOnly))) {
      assertThat(flags(files.descriptors()[0]) & 3).isEqualTo(FileCalls.O_RDWR);
      assertThat(flags(files.descriptors()[1]) & 3).isEqualTo(FileCalls.O_RDONLY);
    }
  }

  private static int flags(int fd) throws Exception {
    return Files.readAllLines(Path.of("/proc/self/fdinfo/" + fd)).stream()
        .filter(line -> line.startsWith("flags:"))
        .mapToInt(line -> Integer.parseInt(line.substring(6).strip(), 8))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void oneThatFailsClosesThoseThatWereOpened() throws Exception {
    PlainFile there = PlainFile.make(dir.resolve("a"), 4096);
    PlainFile gone = PlainFile.make(dir.resolve("b"), 4096);
    Files.delete(gone.path());
    long before = openFiles();
    assertThatThrownBy(() -> TargetFiles.open(List.of(there, there, gone)))
        .hasMessage("open on " + gone.path() + " failed: ENOENT (2), no such file or folder");
    assertThat(openFiles()).isEqualTo(before);
  }

  @Test
  void closingIsSafeToRepeat() throws Exception {
    long before = openFiles();
    TargetFiles files = TargetFiles.open(List.of(PlainFile.make(dir.resolve("a"), 4096)));
    assertThat(openFiles()).isEqualTo(before + 1);
    files.close();
    files.close();
    assertThat(openFiles()).isEqualTo(before);
  }

  @Test
  void aSymbolicLinkThatTookThePlaceOfTheFileIsNotFollowed() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("a"), 4096);
    PlainFile other = PlainFile.make(dir.resolve("b"), 4096);
    Files.delete(file.path());
    Files.createSymbolicLink(file.path(), other.path());
    assertThatThrownBy(() -> TargetFiles.open(List.of(file))).hasMessageContaining("ELOOP (40)");
  }

  @Test
  void whatTookThePlaceOfTheFileIsNotKeptOpen() throws Exception {
    PlainFile mine = PlainFile.make(dir.resolve("a"), 4096);
    long before = openFiles();
    assertThatThrownBy(() -> TargetFiles.open(List.of(mine, new ReplacedFile(mine))))
        .hasMessage(mine.path() + " was replaced by another file");
    assertThat(openFiles()).isEqualTo(before);
  }

  @Test
  void aFileSystemWithoutDirectIoIsNamedWithTheWayOut() {
    Path proc = Path.of("/proc/self/status");
    PlainFile file = new PlainFile(proc, 4096, false, true, 512);
    assertThatThrownBy(() -> TargetFiles.open(List.of(file)))
        .hasMessageContaining("EINVAL (22)")
        .hasMessageContaining("its file system (proc) has no direct I/O: say direct: off");
  }
}
