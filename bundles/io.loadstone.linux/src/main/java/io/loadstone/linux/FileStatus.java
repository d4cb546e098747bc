package io.loadstone.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * What statx tells of a file (Linux 4.11 and later).
 *
 * @param mode type and permissions, as in {@code st_mode}
 * @param linkCount hard links
 * @param uid owner
 * @param inode number of the file in its file system
 * @param sizeBytes length
 * @param allocatedBytes space that it takes, less than the length if it has holes
 * @param deviceMajor of the device that holds the file
 * @param deviceMinor of the device that holds the file
 * @param specialMajor of the device that the file is, 0 if it is none
 * @param specialMinor of the device that the file is, 0 if it is none
 * @param directMemoryAlignBytes what buffers of direct I/O must be aligned to, 0 if the file can't
 *     do direct I/O, or {@link #NOT_TOLD} (before Linux 6.1, and by some file systems)
 * @param directOffsetAlignBytes what offsets and lengths of direct I/O must be multiples of; 0 and
 *     {@link #NOT_TOLD} as above
 */
public record FileStatus(
    int mode,
    long linkCount,
    int uid,
    long inode,
    long sizeBytes,
    long allocatedBytes,
    int deviceMajor,
    int deviceMinor,
    int specialMajor,
    int specialMinor,
    int directMemoryAlignBytes,
    int directOffsetAlignBytes) {
  /** This kernel or file system does not tell. */
  public static final int NOT_TOLD = -1;

  // linux/stat.h
  private static final int S_IFMT = 0_170000;
  private static final int S_IFREG = 0_100000;
  private static final int S_IFDIR = 0_040000;
  private static final int S_IFBLK = 0_060000;
  private static final int STATX_BASIC_STATS = 0x7ff;
  private static final int STATX_DIOALIGN = 0x2000;
  private static final long STATX_BYTES = 256;
  private static final long STX_MASK = 0;
  private static final long STX_NLINK = 16;
  private static final long STX_UID = 20;
  private static final long STX_MODE = 28;
  private static final long STX_INO = 32;
  private static final long STX_SIZE = 40;
  private static final long STX_BLOCKS = 48;
  private static final long STX_RDEV_MAJOR = 128;
  private static final long STX_RDEV_MINOR = 132;
  private static final long STX_DEV_MAJOR = 136;
  private static final long STX_DEV_MINOR = 140;
  private static final long STX_DIO_MEM_ALIGN = 152;
  private static final long STX_DIO_OFFSET_ALIGN = 156;
  // The unit of stx_blocks, whatever the file system's own block size is.
  private static final long BLOCK_BYTES = 512;

  // linux/fcntl.h
  private static final int AT_FDCWD = -100;
  private static final int AT_EMPTY_PATH = 0x1000;

  // asm/unistd.h
  private static final long NR_STATX = Platform.byArchitecture(332, 291);

  // By number, as C libraries before glibc 2.28 have no statx.
  private static final MethodHandle STATX =
      NativeCalls.variadic(
          "syscall",
          1,
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));

  /**
   * The status of what a path leads to, symbolic links followed.
   *
   * @throws NativeIoException if there is nothing, or it must not be looked at
   */
  public static FileStatus of(Path path) throws NativeIoException {
    return statx(AT_FDCWD, path.toString(), 0, path.toString());
  }

  /**
   * The status of an open file.
   *
   * @throws NativeIoException if the descriptor is not open
   */
  public static FileStatus of(int fd) throws NativeIoException {
    return statx(fd, "", AT_EMPTY_PATH, "file descriptor " + fd);
  }

  private static FileStatus statx(int fd, String path, int flags, String name)
      throws NativeIoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = NativeCalls.errnoSegment(arena);
      MemorySegment buffer = arena.allocate(STATX_BYTES, Long.BYTES);
      long rc;
      try {
        rc =
            (long)
                STATX.invokeExact(
                    errno,
                    NR_STATX,
                    fd,
                    arena.allocateFrom(path),
                    flags,
                    STATX_BASIC_STATS | STATX_DIOALIGN,
                    buffer);
      } catch (Throwable t) {
        throw NativeCalls.mismatch("statx", t);
      }
      if (rc < 0) {
        throw new NativeIoException("statx", NativeCalls.negatedErrno(errno), name);
      }
      return read(buffer);
    }
  }

  private static FileStatus read(MemorySegment statx) {
    boolean told = (statx.get(JAVA_INT, STX_MASK) & STATX_DIOALIGN) != 0;
    return new FileStatus(
        Short.toUnsignedInt(statx.get(JAVA_SHORT, STX_MODE)),
        Integer.toUnsignedLong(statx.get(JAVA_INT, STX_NLINK)),
        statx.get(JAVA_INT, STX_UID),
        statx.get(JAVA_LONG, STX_INO),
        statx.get(JAVA_LONG, STX_SIZE),
        statx.get(JAVA_LONG, STX_BLOCKS) * BLOCK_BYTES,
        statx.get(JAVA_INT, STX_DEV_MAJOR),
        statx.get(JAVA_INT, STX_DEV_MINOR),
        statx.get(JAVA_INT, STX_RDEV_MAJOR),
        statx.get(JAVA_INT, STX_RDEV_MINOR),
        told ? statx.get(JAVA_INT, STX_DIO_MEM_ALIGN) : NOT_TOLD,
        told ? statx.get(JAVA_INT, STX_DIO_OFFSET_ALIGN) : NOT_TOLD);
  }

  /** Whether it is a regular file. */
  public boolean isRegularFile() {
    return (mode & S_IFMT) == S_IFREG;
  }

  /** Whether it is a folder. */
  public boolean isFolder() {
    return (mode & S_IFMT) == S_IFDIR;
  }

  /** Whether it is a block device. */
  public boolean isBlockDevice() {
    return (mode & S_IFMT) == S_IFBLK;
  }

  /** Whether both are the same file: same device and same inode. */
  public boolean isSameFile(FileStatus other) {
    return inode == other.inode
        && deviceMajor == other.deviceMajor
        && deviceMinor == other.deviceMinor;
  }
}
