package io.loadstone.target.file.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.FileSystemStatus;
import io.loadstone.linux.NativeIoException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * Whether files in a place can be read and written past the page cache.
 *
 * @param able whether they can
 * @param alignmentBytes what offsets, lengths and addresses must then be multiples of
 * @param known whether this was tried; if not, it is only likely
 */
record DirectAbility(boolean able, int alignmentBytes, boolean known) {
  private static final DirectAbility NONE = new DirectAbility(false, 1, true);
  private static final DirectAbility LIKELY = new DirectAbility(true, 4096, false);

  // asm-generic/fcntl.h: a file without a name, gone when it is closed.
  private static final int O_TMPFILE = 0_20000000 | FileCalls.O_DIRECTORY;

  private static final int[] TRIED_BYTES = {512, 4096};
  private static final int LARGEST_TRIED_BYTES = 4096;

  /** The ability of an existing file. */
  static DirectAbility ofFile(Path file, Mount mount) throws NativeIoException {
    if (FileSystemStatus.isInMemory(mount.type())) {
      return NONE; // newer kernels take O_DIRECT there, and it means nothing
    }
    FileStatus status = FileStatus.of(file);
    if (status.directOffsetAlignBytes() != FileStatus.NOT_TOLD) {
      return told(status);
    }
    return tried(FileCalls.open(file, FileCalls.O_RDONLY | FileCalls.O_DIRECT, 0));
  }

  /** The ability of a file that would be made in a folder; leaves nothing in it. */
  static DirectAbility inFolder(Path folder, Mount mount) throws NativeIoException {
    if (FileSystemStatus.isInMemory(mount.type())) {
      return NONE;
    }
    int fd = FileCalls.open(folder, O_TMPFILE | FileCalls.O_RDWR, 0600);
    if (fd < 0) {
      return LIKELY; // the file system has no files without a name
    }
    try {
      FileStatus status = FileStatus.of(fd);
      if (status.directOffsetAlignBytes() != FileStatus.NOT_TOLD) {
        return told(status);
      }
    } finally {
      FileCalls.close(fd);
    }
    int direct = FileCalls.open(folder, O_TMPFILE | FileCalls.O_RDWR | FileCalls.O_DIRECT, 0600);
    if (direct >= 0) {
      // Reads behind the end are answered before anybody looks at the alignment.
      FileCalls.ftruncate(direct, 3L * LARGEST_TRIED_BYTES);
    }
    return tried(direct);
  }

  /**
   * Whether a file can be made in a folder.
   *
   * @return 0, or the errno that forbids it; 0 as well where that cannot be tried
   */
  static int errnoOfMaking(Path folder) {
    int fd = FileCalls.open(folder, O_TMPFILE | FileCalls.O_RDWR, 0600);
    if (fd >= 0) {
      FileCalls.close(fd);
      return 0;
    }
    boolean cannotBeTried = fd == -Errno.EOPNOTSUPP.number() || fd == -Errno.EISDIR.number();
    return cannotBeTried ? 0 : -fd;
  }

  private static DirectAbility told(FileStatus status) {
    int alignment = Math.max(status.directMemoryAlignBytes(), status.directOffsetAlignBytes());
    return alignment == 0 ? NONE : new DirectAbility(true, alignment, true);
  }

  /** Reads with growing alignment from a file opened with O_DIRECT, and closes it. */
  private static DirectAbility tried(int fd) {
    if (fd < 0) {
      return NONE;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = FileCalls.errnoSegment(arena);
      for (int bytes : TRIED_BYTES) {
        // Aligned to this and to nothing more, or a coarser demand would go unnoticed.
        MemorySegment space = arena.allocate(3L * LARGEST_TRIED_BYTES, LARGEST_TRIED_BYTES);
        long address =
            space.address() + (bytes < LARGEST_TRIED_BYTES ? bytes : LARGEST_TRIED_BYTES);
        if (FileCalls.pread(errno, fd, address, bytes, bytes) >= 0) {
          return new DirectAbility(true, bytes, true);
        }
      }
      return NONE;
    } finally {
      FileCalls.close(fd);
    }
  }
}
