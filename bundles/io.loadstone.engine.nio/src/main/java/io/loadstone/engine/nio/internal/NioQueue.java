package io.loadstone.engine.nio.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.OneSlotQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Performs its operation by a channel. */
final class NioQueue extends OneSlotQueue {
  private final Arena arena = Arena.ofConfined();
  private final List<TargetChannel> opened = new ArrayList<>();
  private final TargetChannel[] channels;
  private final MemorySegment buffer;
  private final ByteBuffer bytes;

  NioQueue(List<? extends Target> targets, QueueOptions options) throws IOException {
    super(options);
    buffer = options.buffersOf(arena)[0];
    try {
      for (Target target : targets) {
        opened.add(new TargetChannel(target));
      }
    } catch (IOException | RuntimeException e) {
      release();
      throw e;
    }
    channels = opened.toArray(TargetChannel[]::new);
    bytes = buffer.asByteBuffer();
  }

  @Override
  protected MemorySegment buffer() {
    return buffer;
  }

  @Override
  protected int perform(int target, IoKind kind, long offsetBytes, int lengthBytes) {
    bytes.position(0).limit(lengthBytes);
    return channels[target].perform(kind, bytes, offsetBytes);
  }

  @Override
  protected void release() {
    try {
      for (TargetChannel channel : opened) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      arena.close();
    }
  }
}
