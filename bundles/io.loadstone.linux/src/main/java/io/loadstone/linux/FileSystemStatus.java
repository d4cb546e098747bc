package io.loadstone.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.loadstone.api.engine.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * What statfs tells of the file system that holds a path.
 *
 * @param type the common name, such as {@code xfs}; {@code unknown (0x…)} with the magic number of
 *     one that has no name here. Ext2 and ext3 have the magic number, and nearly always the driver,
 *     of {@code ext4}
 * @param blockBytes the unit of allocation
 * @param totalBytes size
 * @param freeBytes not taken
 * @param availableBytes not taken and open to a user who is not root
 * @param readOnly whether it is mounted read-only
 */
public record FileSystemStatus(
    String type,
    long blockBytes,
    long totalBytes,
    long freeBytes,
    long availableBytes,
    boolean readOnly) {
  // linux/magic.h, and the sources of file systems that are not in it
  private static final Map<Long, String> TYPES =
      Map.ofEntries(
          Map.entry(0xEF53L, "ext4"),
          Map.entry(0x58465342L, "xfs"),
          Map.entry(0x9123683EL, "btrfs"),
          Map.entry(0xCA451A4EL, "bcachefs"),
          Map.entry(0x2FC12FC1L, "zfs"),
          Map.entry(0xF2F52010L, "f2fs"),
          Map.entry(0x3153464AL, "jfs"),
          Map.entry(0x3434L, "nilfs2"),
          Map.entry(0x01021994L, "tmpfs"),
          Map.entry(0x858458F6L, "ramfs"),
          Map.entry(0x958458F6L, "hugetlbfs"),
          Map.entry(0x794C7630L, "overlay"),
          Map.entry(0x65735546L, "fuse"),
          Map.entry(0x6969L, "nfs"),
          Map.entry(0xFF534D42L, "cifs"),
          Map.entry(0xFE534D42L, "smb"),
          Map.entry(0x01021997L, "9p"),
          Map.entry(0x00C36400L, "ceph"),
          Map.entry(0x0BD00BD0L, "lustre"),
          Map.entry(0x47504653L, "gpfs"),
          Map.entry(0x19830326L, "beegfs"),
          Map.entry(0x01161970L, "gfs2"),
          Map.entry(0x7461636FL, "ocfs2"),
          Map.entry(0x4D44L, "vfat"),
          Map.entry(0x2011BAB0L, "exfat"),
          Map.entry(0x5346544EL, "ntfs"),
          Map.entry(0x7366746EL, "ntfs3"),
          Map.entry(0x73717368L, "squashfs"),
          Map.entry(0xE0F5E1E2L, "erofs"),
          Map.entry(0x9660L, "iso9660"),
          Map.entry(0x15013346L, "udf"),
          Map.entry(0xF15FL, "ecryptfs"),
          Map.entry(0x9FA0L, "proc"),
          Map.entry(0x62656572L, "sysfs"));

  // Their files are in the page cache or in pages of their own, and nowhere else.
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs", "hugetlbfs", "devtmpfs");

  // struct statfs, asm-generic/statfs.h on a machine of 64 bits
  private static final long STATFS_BYTES = 120;
  private static final long F_TYPE = 0;
  private static final long F_BLOCKS = 16;
  private static final long F_BFREE = 24;
  private static final long F_BAVAIL = 32;
  private static final long F_FRSIZE = 72;
  private static final long F_FLAGS = 80;
  // linux/statfs.h
  private static final long ST_RDONLY = 1;

  private static final MethodHandle STATFS =
      NativeCalls.function("statfs", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));

  /**
   * The file system that holds a path.
   *
   * @param path of something that exists
   * @throws NativeIoException if there is nothing, or it must not be looked at
   */
  public static FileSystemStatus of(Path path) throws NativeIoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = NativeCalls.errnoSegment(arena);
      MemorySegment statfs = arena.allocate(STATFS_BYTES, Long.BYTES);
      int rc;
      try {
        do {
          rc = (int) STATFS.invokeExact(errno, arena.allocateFrom(path.toString()), statfs);
        } while (rc < 0 && NativeCalls.negatedErrno(errno) == -Errno.EINTR.number());
      } catch (Throwable t) {
        throw NativeCalls.mismatch("statfs", t);
      }
      if (rc < 0) {
        throw new NativeIoException("statfs", NativeCalls.negatedErrno(errno), path.toString());
      }
      return read(statfs);
    }
  }

  /**
   * Whether files of a type of file system are in memory only, so that there is nothing behind the
   * page cache and, but for swap, nothing to wait for.
   *
   * @param type the common name
   */
  public static boolean isInMemory(String type) {
    return IN_MEMORY.contains(type);
  }

  private static FileSystemStatus read(MemorySegment statfs) {
    // Not f_bsize, which is the size of a good transfer on network file systems.
    long unit = statfs.get(JAVA_LONG, F_FRSIZE);
    return new FileSystemStatus(
        typeOf(statfs.get(JAVA_LONG, F_TYPE)),
        unit,
        statfs.get(JAVA_LONG, F_BLOCKS) * unit,
        statfs.get(JAVA_LONG, F_BFREE) * unit,
        statfs.get(JAVA_LONG, F_BAVAIL) * unit,
        (statfs.get(JAVA_LONG, F_FLAGS) & ST_RDONLY) != 0);
  }

  static String typeOf(long magic) {
    // Some file systems store their 32-bit number sign-extended.
    long number = magic & 0xFFFFFFFFL;
    String name = TYPES.get(number);
    return name == null ? "unknown (0x" + Long.toHexString(number) + ")" : name;
  }
}
