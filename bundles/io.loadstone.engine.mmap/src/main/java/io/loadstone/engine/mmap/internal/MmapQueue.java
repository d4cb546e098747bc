package io.loadstone.engine.mmap.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.PathTarget;
import io.loadstone.api.target.Target;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.MemoryCalls;
import io.loadstone.linux.SlotBuffers;
import io.loadstone.linux.TargetFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** One slot; its operation is performed in the submitting call. */
final class MmapQueue implements IoQueue {
  private final Thread owner = Thread.currentThread();
  private final Arena arena = Arena.ofConfined();
  private final TargetFiles files;
  private final MappedFile[] mapped;
  private final MemorySegment buffer;

  private boolean offered;
  private int target;
  private IoKind kind = IoKind.READ;
  private long offsetBytes;
  private int lengthBytes;

  MmapQueue(List<? extends Target> targets, QueueOptions options) throws IOException {
    files = TargetFiles.open(targets);
    try {
      buffer = new SlotBuffers(arena, options).slot(0);
      mapped = map(targets, options);
    } catch (IOException | RuntimeException e) {
      arena.close();
      files.close();
      throw e;
    }
  }

  private MappedFile[] map(List<? extends Target> targets, QueueOptions options)
      throws IOException {
    int advice =
        switch (MmapEngine.ADVICE.valueIn(options.engineOptions())) {
          case "random" -> MemoryCalls.MADV_RANDOM;
          case "sequential" -> MemoryCalls.MADV_SEQUENTIAL;
          default -> 0;
        };
    MemorySegment errno = FileCalls.errnoSegment(arena);
    MappedFile[] all = new MappedFile[targets.size()];
    for (int i = 0; i < all.length; i++) {
      PathTarget file = (PathTarget) targets.get(i);
      all[i] =
          new MappedFile(
              arena,
              files.descriptors()[i],
              file.writable(),
              file.sizeBytes(),
              advice,
              errno,
              buffer,
              file.path().toString());
    }
    return all;
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
      throw new IllegalArgumentException(
          "lengthBytes is " + lengthBytes + "; allowed: 1 to " + buffer.byteSize());
    }
    this.target = target;
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
    MappedFile file = mapped[target];
    int result =
        switch (kind) {
          case READ -> file.read(offsetBytes, lengthBytes);
          case WRITE -> file.write(offsetBytes, lengthBytes);
          case FLUSH -> file.flush();
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
      arena.close();
      files.close();
    }
  }
}
