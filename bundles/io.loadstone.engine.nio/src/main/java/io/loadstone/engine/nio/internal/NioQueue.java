package io.loadstone.engine.nio.internal;

import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.PathTarget;
import io.loadstone.api.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One slot; its operation is performed in the submitting call. */
final class NioQueue implements IoQueue {
  private final Thread owner = Thread.currentThread();
  private final Arena arena = Arena.ofConfined();
  private final List<TargetChannel> opened = new ArrayList<>();
  private final TargetChannel[] channels;
  private final MemorySegment buffer;
  private final ByteBuffer bytes;

  private @Nullable TargetChannel offered;
  private IoKind kind = IoKind.READ;
  private long offsetBytes;

  NioQueue(List<? extends Target> targets, QueueOptions options) throws IOException {
    try {
      for (Target target : targets) {
        if (!(target instanceof PathTarget file)) {
          throw new IllegalArgumentException(target.uri() + " is not a file or block device");
        }
        opened.add(new TargetChannel(file));
      }
      buffer = arena.allocate(options.bufferBytes(), options.bufferAlignmentBytes());
    } catch (IOException | RuntimeException e) {
      end();
      throw e;
    } catch (OutOfMemoryError e) { // the JDK's word for memory outside the heap; the heap is well
      end();
      throw new IOException("no memory for buffers: " + e.getMessage() + "; use smaller blocks", e);
    }
    channels = opened.toArray(TargetChannel[]::new);
    bytes = buffer.asByteBuffer();
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
    if (offered != null) {
      return false;
    }
    if (lengthBytes < 0 || lengthBytes > buffer.byteSize()) {
      throw new IllegalArgumentException(
          "lengthBytes is " + lengthBytes + "; allowed: 1 to " + buffer.byteSize());
    }
    offered = channels[target];
    bytes.position(0).limit(lengthBytes);
    this.kind = kind;
    this.offsetBytes = offsetBytes;
    return true;
  }

  @Override
  public int submitAndWait(int atLeast, long timeoutNs, CompletionSink sink) {
    TargetChannel channel = offered;
    if (channel == null) {
      return 0;
    }
    int result = channel.perform(kind, bytes, offsetBytes);
    offered = null;
    sink.completed(0, result);
    return 1;
  }

  @Override
  public void close() {
    if (!owner.equals(Thread.currentThread())) {
      throw new WrongThreadException("the queue belongs to " + owner);
    }
    end();
  }

  private void end() {
    try {
      for (TargetChannel channel : opened) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      opened.clear();
      if (arena.scope().isAlive()) {
        arena.close();
      }
    }
  }
}
