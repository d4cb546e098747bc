package io.loadstone.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.engine.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCallsTest {
  @TempDir Path dir;

  @BeforeAll
  static void needsLinux() {
    assumeTrue(Platform.unsupported().isEmpty(), () -> Platform.unsupported().orElseThrow());
  }

  @Test
  void makesAFileWithTheModeThatWasAskedFor() throws Exception {
    Path file = dir.resolve("new file ü.dat");
    int fd = FileCalls.open(file, FileCalls.O_RDWR | FileCalls.O_CREAT | FileCalls.O_EXCL, 0600);
    assertThat(fd).isNotNegative();
    assertThat(FileCalls.close(fd)).isZero();
    assertThat(Files.getAttribute(file, "unix:mode")).isEqualTo(0100600);
  }

  @Test
  void aFailedOpenIsANegatedErrno() throws Exception {
    Path file = Files.createFile(dir.resolve("there"));
    assertThat(FileCalls.open(dir.resolve("missing"), FileCalls.O_RDONLY, 0))
        .isEqualTo(-Errno.ENOENT.number());
    assertThat(FileCalls.open(file, FileCalls.O_RDWR | FileCalls.O_CREAT | FileCalls.O_EXCL, 0600))
        .isEqualTo(-Errno.EEXIST.number());
    assertThat(FileCalls.open(file, FileCalls.O_RDONLY | FileCalls.O_DIRECTORY, 0))
        .isEqualTo(-Errno.ENOTDIR.number());
  }

  @Test
  void aSymbolicLinkIsNotFollowedIfSoAsked() throws Exception {
    Path file = Files.createFile(dir.resolve("file"));
    Path link = Files.createSymbolicLink(dir.resolve("link"), file);
    assertThat(FileCalls.open(link, FileCalls.O_RDONLY | FileCalls.O_NOFOLLOW, 0))
        .isEqualTo(-Errno.ELOOP.number());
  }

  @Test
  void noChildProcessInheritsADescriptor() throws Exception {
    int fd = FileCalls.open(Files.createFile(dir.resolve("file")), FileCalls.O_RDONLY, 0);
    // Octal flags of the open file, close-on-exec included: fs/proc/fd.c
    String flags =
        Files.readAllLines(Path.of("/proc/self/fdinfo/" + fd)).stream()
            .filter(line -> line.startsWith("flags:"))
            .findFirst()
            .orElseThrow()
            .substring(6)
            .strip();
    assertThat(Integer.parseInt(flags, 8) & 02000000).isNotZero();
    FileCalls.close(fd);
  }

  @Test
  void whatIsWrittenIsWhatIsReadBack() throws Exception {
    Path file = dir.resolve("data");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = FileCalls.errnoSegment(arena);
      int fd = FileCalls.open(file, FileCalls.O_RDWR | FileCalls.O_CREAT, 0600);
      MemorySegment out = arena.allocateFrom("loadstone", StandardCharsets.US_ASCII);
      assertThat(FileCalls.pwrite(errno, fd, out.address(), 9, 4096)).isEqualTo(9);
      assertThat(FileCalls.fsync(errno, fd)).isZero();

      MemorySegment in = arena.allocate(100);
      assertThat(FileCalls.pread(errno, fd, in.address(), 100, 4096)).isEqualTo(9);
      assertThat(in.getString(0, StandardCharsets.US_ASCII)).isEqualTo("loadstone");
      assertThat(FileCalls.pread(errno, fd, in.address(), 100, 1 << 20)).isZero();
      FileCalls.close(fd);
    }
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes).hasSize(4096 + 9);
    assertThat(new String(bytes, 4096, 9, StandardCharsets.US_ASCII)).isEqualTo("loadstone");
  }

  @Test
  void readingAndWritingFailAsNegatedErrno() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = FileCalls.errnoSegment(arena);
      MemorySegment buffer = arena.allocate(16);
      int fd = FileCalls.open(Files.createFile(dir.resolve("file")), FileCalls.O_RDONLY, 0);
      assertThat(FileCalls.pwrite(errno, fd, buffer.address(), 16, 0))
          .isEqualTo(-Errno.EBADF.number());
      assertThat(FileCalls.pread(errno, fd, buffer.address(), 16, -1))
          .isEqualTo(-Errno.EINVAL.number());
      FileCalls.close(fd);
      assertThat(FileCalls.fsync(errno, fd)).isEqualTo(-Errno.EBADF.number());
      assertThat(FileCalls.close(fd)).isEqualTo(-Errno.EBADF.number());
    }
  }

  @Test
  void directIoRefusesAnUnalignedBuffer() throws Exception {
    Path file = dir.resolve("direct");
    Files.write(file, new byte[8192]);
    assumeTrue(
        FileStatus.of(file).directMemoryAlignBytes() > 1,
        "direct I/O with alignment is not told for " + FileSystemStatus.of(dir).type());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = FileCalls.errnoSegment(arena);
      MemorySegment buffer = arena.allocate(8192, 4096);
      int fd = FileCalls.open(file, FileCalls.O_RDONLY | FileCalls.O_DIRECT, 0);
      assertThat(FileCalls.pread(errno, fd, buffer.address(), 4096, 0)).isEqualTo(4096);
      assertThat(FileCalls.pread(errno, fd, buffer.address() + 1, 4096, 0))
          .isEqualTo(-Errno.EINVAL.number());
      FileCalls.close(fd);
    }
  }

  @Test
  void fallocateReservesAndFtruncateOnlySetsTheLength() throws Exception {
    Path sparse = dir.resolve("sparse");
    int fd = FileCalls.open(sparse, FileCalls.O_RDWR | FileCalls.O_CREAT, 0600);
    assertThat(FileCalls.ftruncate(fd, 1 << 20)).isZero();
    assertThat(FileStatus.of(fd).sizeBytes()).isEqualTo(1 << 20);
    assertThat(FileStatus.of(fd).allocatedBytes()).isZero();

    int rc = FileCalls.fallocate(fd, 0, 0, 1 << 20);
    assumeTrue(rc != -Errno.EOPNOTSUPP.number(), "no fallocate on " + dir);
    assertThat(rc).isZero();
    assertThat(FileStatus.of(fd).allocatedBytes()).isGreaterThanOrEqualTo(1 << 20);

    assertThat(
            FileCalls.fallocate(
                fd, FileCalls.FALLOC_FL_PUNCH_HOLE | FileCalls.FALLOC_FL_KEEP_SIZE, 0, 1 << 20))
        .isZero();
    assertThat(FileStatus.of(fd).allocatedBytes()).isZero();
    assertThat(FileCalls.fallocate(fd, 0, -1, 10)).isEqualTo(-Errno.EINVAL.number());
    FileCalls.close(fd);
    assertThat(FileCalls.fallocate(fd, 0, 0, 10)).isEqualTo(-Errno.EBADF.number());
    assertThat(FileCalls.ftruncate(fd, 10)).isEqualTo(-Errno.EBADF.number());
  }

  @Test
  void statusIsWhatTheJdkSeesToo() throws Exception {
    Path file = dir.resolve("file");
    Files.write(file, new byte[10_000]);
    Files.createLink(dir.resolve("second name"), file);
    FileStatus status = FileStatus.of(file);
    assertThat(status.sizeBytes()).isEqualTo(10_000);
    assertThat(status.inode()).isEqualTo(Files.getAttribute(file, "unix:ino"));
    assertThat(status.linkCount()).isEqualTo(2);
    assertThat(status.uid()).isEqualTo(Files.getAttribute(file, "unix:uid"));
    assertThat(status.mode()).isEqualTo(Files.getAttribute(file, "unix:mode"));
    long device = (long) Files.getAttribute(file, "unix:dev");
    // gnu_dev_major and gnu_dev_minor of sys/sysmacros.h
    assertThat(status.deviceMajor())
        .isEqualTo((int) ((device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL)));
    assertThat(status.deviceMinor()).isEqualTo((int) ((device & 0xff) | (device >>> 12 & ~0xffL)));
    assertThat(status.isRegularFile()).isTrue();
    assertThat(status.isFolder()).isFalse();
    assertThat(FileStatus.of(dir).isFolder()).isTrue();
    assertThat(status.isSameFile(FileStatus.of(dir.resolve("second name")))).isTrue();
    assertThat(status.isSameFile(FileStatus.of(dir))).isFalse();
  }

  @Test
  void aLinkHasAStatusOfItsOwn() throws Exception {
    Path file = Files.createFile(dir.resolve("file"));
    Path link = Files.createSymbolicLink(dir.resolve("link"), file);
    assertThat(FileStatus.of(link).isSameFile(FileStatus.of(file))).isTrue();
  }

  @Test
  void aMissingFileIsNamedInTheException() {
    Path missing = dir.resolve("missing");
    assertThatThrownBy(() -> FileStatus.of(missing))
        .isInstanceOf(NativeIoException.class)
        .hasMessage("statx on " + missing + " failed: ENOENT (2), no such file or folder");
    assertThatThrownBy(() -> FileSystemStatus.of(missing))
        .hasMessage("statfs on " + missing + " failed: ENOENT (2), no such file or folder");
  }

  @Test
  void theFileSystemIsNamedAndItsSpaceIsWhatTheJdkSeesToo() throws Exception {
    FileSystemStatus status = FileSystemStatus.of(dir);
    var store = Files.getFileStore(dir);
    assertThat(status.totalBytes()).isEqualTo(store.getTotalSpace());
    assertThat(status.blockBytes()).isEqualTo(store.getBlockSize());
    assertThat(status.availableBytes()).isLessThanOrEqualTo(status.freeBytes());
    assertThat(FileSystemStatus.of(Path.of("/proc")).type()).isEqualTo("proc");
    assertThat(FileSystemStatus.typeOf(0xEF53)).isEqualTo("ext4");
    assertThat(FileSystemStatus.typeOf(0xFF534D42)).isEqualTo("cifs");
    assertThat(FileSystemStatus.typeOf(0x1234)).isEqualTo("unknown (0x1234)");
  }

  @Test
  void hotCallsDoNotAllocate() throws Exception {
    // What the second compiler makes of a call depends on when it comes to it, once in a great
    // while
    // to its disadvantage, and for good; so it gets new classes then.
    long allocated = Long.MAX_VALUE;
    for (int attempt = 0; attempt < 3 && allocated != 0; attempt++) {
      allocated = roundsOfNewClasses().applyAsLong(dir.resolve("hot" + attempt));
    }
    assertThat(allocated).isZero();
  }

  @SuppressWarnings("unchecked")
  private static ToLongFunction<Path> roundsOfNewClasses() throws Exception {
    URL[] places = {
      Errno.class.getProtectionDomain().getCodeSource().getLocation(),
      FileCalls.class.getProtectionDomain().getCodeSource().getLocation(),
      TransferRounds.class.getProtectionDomain().getCodeSource().getLocation()
    };
    // Not closed: the classes are used until the test is over.
    URLClassLoader loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
    return (ToLongFunction<Path>)
        loader.loadClass(TransferRounds.class.getName()).getConstructor().newInstance();
  }
}
