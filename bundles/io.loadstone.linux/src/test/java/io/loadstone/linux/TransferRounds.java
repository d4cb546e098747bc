package io.loadstone.linux;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.ToLongFunction;

/**
 * Writes and reads a file until a round of it allocates nothing any more: interpreted code may
 * allocate, so rounds go on until the compiler has done its work, for 20 s at the most. The result
 * is what the last round allocated, in bytes.
 */
public final class TransferRounds implements ToLongFunction<Path> {
  private static final long MOST_NS = 20_000_000_000L;

  @Override
  public long applyAsLong(Path file) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = FileCalls.errnoSegment(arena);
      MemorySegment buffer = arena.allocate(512);
      int fd = FileCalls.open(file, FileCalls.O_RDWR | FileCalls.O_CREAT, 0600);
      long allocated = Long.MAX_VALUE;
      long deadlineNs = System.nanoTime() + MOST_NS;
      while (allocated != 0 && System.nanoTime() - deadlineNs < 0) {
        long before = threads.getCurrentThreadAllocatedBytes();
        boolean moved = writeAndRead(errno, fd, buffer.address(), 5_000);
        allocated = threads.getCurrentThreadAllocatedBytes() - before;
        if (!moved) {
          throw new AssertionError("not all of 512 bytes were written or read");
        }
      }
      FileCalls.close(fd);
      return allocated;
    }
  }

  private static boolean writeAndRead(MemorySegment errno, int fd, long address, int times) {
    boolean moved = true;
    for (int i = 0; i < times; i++) {
      moved &= FileCalls.pwrite(errno, fd, address, 512, 0) == 512;
      moved &= FileCalls.pread(errno, fd, address, 512, 0) == 512;
    }
    return moved;
  }
}
