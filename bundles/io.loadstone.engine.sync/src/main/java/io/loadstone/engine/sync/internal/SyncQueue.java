package io.loadstone.engine.sync.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.OneSlotQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.SlotBuffers;
import io.loadstone.linux.TargetFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Performs its operation by a system call. */
final class SyncQueue extends OneSlotQueue {
  private final Arena arena = Arena.ofConfined();
  private final TargetFiles files;
  private final int[] fds;
  private final MemorySegment errno;
  private final MemorySegment buffer;
  private final long address;

  SyncQueue(List<? extends Target> targets, QueueOptions options) throws IOException {
    super(options);
    files = TargetFiles.open(targets);
    try {
      errno = FileCalls.errnoSegment(arena);
      buffer = new SlotBuffers(arena, options).slot(0);
    } catch (IOException | RuntimeException e) {
      release();
      throw e;
    }
    fds = files.descriptors();
    address = buffer.address();
  }

  @Override
  protected MemorySegment buffer() {
    return buffer;
  }

  @Override
  protected int perform(int target, IoKind kind, long offsetBytes, int lengthBytes) {
    int fd = fds[target];
    return switch (kind) {
      case READ -> FileCalls.pread(errno, fd, address, lengthBytes, offsetBytes);
      case WRITE -> FileCalls.pwrite(errno, fd, address, lengthBytes, offsetBytes);
      case FLUSH -> FileCalls.fsync(errno, fd);
    };
  }

  @Override
  protected void release() {
    files.close();
    arena.close();
  }
}
