package io.loadstone.engine.mmap.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.OneSlotQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetPath;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.MemoryCalls;
import io.loadstone.linux.SlotBuffers;
import io.loadstone.linux.TargetFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Performs its operation by copying from or to mapped memory. */
final class MmapQueue extends OneSlotQueue {
  private final Arena arena = Arena.ofConfined();
  private final TargetFiles files;
  private final MappedFile[] mapped;
  private final MemorySegment buffer;

  MmapQueue(List<? extends Target> targets, QueueOptions options) throws IOException {
    super(options);
    files = TargetFiles.open(targets);
    try {
      buffer = new SlotBuffers(arena, options).slot(0);
      mapped = map(targets, options);
    } catch (IOException | RuntimeException e) {
      release();
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
      TargetTraits target = targets.get(i).traits();
      TargetPath file = target.path().orElseThrow();
      all[i] =
          new MappedFile(
              arena,
              files.descriptors()[i],
              file.writable(),
              target.sizeBytes(),
              advice,
              errno,
              buffer,
              file.path().toString());
    }
    return all;
  }

  @Override
  protected MemorySegment buffer() {
    return buffer;
  }

  @Override
  protected int perform(int target, IoKind kind, long offsetBytes, int lengthBytes) {
    MappedFile file = mapped[target];
    return switch (kind) {
      case READ -> file.read(offsetBytes, lengthBytes);
      case WRITE -> file.write(offsetBytes, lengthBytes);
      case FLUSH -> file.flush();
    };
  }

  @Override
  protected void release() {
    arena.close();
    files.close();
  }
}
