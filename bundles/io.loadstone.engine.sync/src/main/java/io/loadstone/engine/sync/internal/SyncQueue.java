package io.loadstone.engine.sync.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.SlotBuffers;
import io.loadstone.linux.TargetFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** One slot; its operation is performed in the submitting call. */
final class SyncQueue implements IoQueue {
  private final Thread owner = Thread.currentThread();
  private final Arena arena = Arena.ofConfined();
  private final TargetFiles files;
  private final int[] fds;
  private final MemorySegment errno;
  private final MemorySegment buffer;
  private final long address;

  private boolean offered;
  private int fd;
  private IoKind kind = IoKind.READ;
  private long offsetBytes;
  private int lengthBytes;

  SyncQueue(List<? extends Target> targets, QueueOptions options) throws IOException {
    files = TargetFiles.open(targets);
    try {
      errno = FileCalls.errnoSegment(arena);
      buffer = new SlotBuffers(arena, options).slot(0);
    } catch (IOException | RuntimeException e) {
      arena.close();
      files.close();
      throw e;
    }
    fds = files.descriptors();
    address = buffer.address();
  }

  @Override
  public int depth() {
    return 1;
  }

  @Override
  public MemorySegment buffer(int slot) {
    return buffer;
  }

  @Override
  public boolean offer(int slot, int target, IoKind kind, long offsetBytes, int lengthBytes) {
    if (offered) {
      return false;
    }
    if (lengthBytes < 0 || lengthBytes > buffer.byteSize()) {
      // The kernel would read or write beyond the buffer.
      throw new IllegalArgumentException(
          "lengthBytes is " + lengthBytes + "; allowed: 1 to " + buffer.byteSize());
    }
    this.fd = fds[target];
    this.kind = kind;
    this.offsetBytes = offsetBytes;
    this.lengthBytes = lengthBytes;
    offered = true;
    return true;
  }

  @Override
  public int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink) {
    if (!offered) {
      return 0;
    }
    int result =
        switch (kind) {
          case READ -> FileCalls.pread(errno, fd, address, lengthBytes, offsetBytes);
          case WRITE -> FileCalls.pwrite(errno, fd, address, lengthBytes, offsetBytes);
          case FLUSH -> FileCalls.fsync(errno, fd);
        };
    offered = false;
    sink.completed(0, result);
    return 1;
  }

  @Override
  public void close() {
    if (!owner.equals(Thread.currentThread())) {
      throw new WrongThreadException("the queue belongs to " + owner);
    }
    if (arena.scope().isAlive()) {
      files.close();
      arena.close();
    }
  }
}
