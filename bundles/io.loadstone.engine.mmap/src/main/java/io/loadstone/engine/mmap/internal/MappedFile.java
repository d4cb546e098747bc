package io.loadstone.engine.mmap.internal;

import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.MemoryCalls;
import io.loadstone.linux.NativeIoException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * One target, mapped from its beginning to its size at opening.
 *
 * <p>A page that the kernel can't give (the file was cut off, its device or its space failed) is a
 * SIGBUS. The JVM survives one in its own copies and throws an {@link InternalError}, not there but
 * at the next place where a thread can be stopped. {@link #copy} has such a place behind each copy;
 * what failed is then done again by {@code pread} or {@code pwrite}, whose errno says why.
 *
 * <p><b>Threads:</b> the one that opened it. <b>Allocation:</b> none, faults excepted.
 */
final class MappedFile {
  // One more than the compiler makes a part of the caller, and one to spare.
  private static final int CALLS = 3;

  private final int fd;
  private final boolean writable;
  private final MemorySegment errno;
  private final MemorySegment buffer;
  private final MemorySegment mapped;
  private final long mappedBytes;

  /**
   * Maps an open file.
   *
   * @param arena holds the mapping
   * @param sizeBytes of the target; what the file has of it is mapped
   * @param advice of the {@code MADV_} constants, or 0
   * @param buffer the other end of every copy
   */
  MappedFile(
      Arena arena,
      int fd,
      boolean writable,
      long sizeBytes,
      int advice,
      MemorySegment errno,
      MemorySegment buffer,
      String name)
      throws IOException {
    this.fd = fd;
    this.writable = writable;
    this.errno = errno;
    this.buffer = buffer;
    FileStatus status = FileStatus.of(fd);
    // The size of a block device is not in its status.
    mappedBytes = status.isRegularFile() ? Math.min(status.sizeBytes(), sizeBytes) : sizeBytes;
    if (mappedBytes == 0) {
      mapped = MemorySegment.NULL;
      return;
    }
    mapped = MemoryCalls.file(arena, fd, mappedBytes, writable, name);
    int rc = advice == 0 ? 0 : MemoryCalls.advise(mapped, advice);
    if (rc < 0) {
      throw new NativeIoException("madvise", rc, name);
    }
  }

  /** Bytes moved, or a negated errno. */
  int read(long offsetBytes, int lengthBytes) {
    if (covers(offsetBytes, lengthBytes) && copy(mapped, offsetBytes, buffer, 0, lengthBytes)) {
      return lengthBytes;
    }
    return FileCalls.pread(errno, fd, buffer.address(), lengthBytes, offsetBytes);
  }

  /** Bytes moved, or a negated errno. */
  int write(long offsetBytes, int lengthBytes) {
    // A store into a page that was mapped for reading would be the end of the process.
    if (writable
        && covers(offsetBytes, lengthBytes)
        && copy(buffer, 0, mapped, offsetBytes, lengthBytes)) {
      return lengthBytes;
    }
    return FileCalls.pwrite(errno, fd, buffer.address(), lengthBytes, offsetBytes);
  }

  /** 0, or a negated errno; fsync writes dirty pages of mappings as well. */
  int flush() {
    return FileCalls.fsync(errno, fd);
  }

  private boolean covers(long offsetBytes, int lengthBytes) {
    return offsetBytes <= mappedBytes - lengthBytes;
  }

  /** Copies; {@code false} if a page was not to be had. */
  private static boolean copy(
      MemorySegment from, long fromOffset, MemorySegment to, long toOffset, int lengthBytes) {
    try {
      MemorySegment.copy(from, fromOffset, to, toOffset, lengthBytes);
      takeError(CALLS);
      return true;
    } catch (InternalError _) { // said by the result
      takeFurtherErrors();
      return false;
    }
  }

  // Interpreted code may go on with the rest of the copy, and each fault is one more error.
  private static void takeFurtherErrors() {
    boolean more = true;
    while (more) {
      try {
        takeError(CALLS);
        more = false;
      } catch (InternalError _) { // one less
        more = true;
      }
    }
  }

  // Where a method returns, the thread looks whether it is to be stopped, unless the compiler made
  // the method a part of its caller. It does so with a method that calls itself only the first
  // time; a loop in its place is unrolled, and its stopping place goes with it.
  private static int takeError(int calls) {
    return calls == 0 ? 0 : 1 + takeError(calls - 1);
  }
}
