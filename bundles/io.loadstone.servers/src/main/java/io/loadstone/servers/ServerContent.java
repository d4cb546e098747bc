package io.loadstone.servers;

import io.loadstone.api.data.StoredContent;
import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUse;
import java.io.IOException;
import java.time.Duration;

/** Looks into what a server keeps as a disk, before it is written over. */
public final class ServerContent {
  private final IoQueue queue;
  private final TargetTraits target;
  private final Duration timeout;

  private ServerContent(IoQueue queue, TargetTraits target, Duration timeout) {
    this.queue = queue;
    this.target = target;
    this.timeout = timeout;
  }

  /**
   * Refuses to write over what may be needed: a known signature, unless {@code destroy:} names the
   * disk; data of others, unless the plan says {@code overwrite: true}.
   *
   * @param target what is to be written
   * @param shortName what {@code destroy:} calls it
   * @param use what the plan says
   * @param timeout longest wait for one answer
   * @param opening opens a queue of one slot with a buffer of {@link StoredContent#PIECE_BYTES}, in
   *     which the target is the only one
   * @throws TargetRefusedException if it may not be written over
   * @throws IOException if it can't be read
   */
  public static void guard(
      TargetTraits target, String shortName, TargetUse use, Duration timeout, Opening opening)
      throws TargetRefusedException, IOException {
    if (use.destroy().contains(shortName)) {
      return;
    }
    StoredContent content;
    try (IoQueue queue = opening.open()) {
      content = new ServerContent(queue, target, timeout).read();
    }
    if (content.signature().isPresent()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          target.uri()
              + " holds "
              + content.signature().get()
              + ", which writing would destroy; if nobody needs it, say destroy: [ \""
              + shortName
              + "\" ] in the plan");
    }
    if (content.foreign() && !use.overwrite()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          target.uri()
              + " holds data that Loadstone did not write; if nobody needs it, say overwrite: true"
              + " in the plan");
    }
  }

  /** Opens the queue that is read through. */
  @FunctionalInterface
  public interface Opening {
    /** Opens it; the caller closes it. */
    IoQueue open() throws IOException;
  }

  private StoredContent read() throws IOException {
    // Pieces are the beginning of this buffer, which is where the queue reads to.
    return StoredContent.of(
        target.sizeBytes(),
        target.alignmentBytes(),
        queue.buffer(0),
        (at, piece) -> read(at, (int) piece.byteSize()));
  }

  private void read(long at, int bytes) throws IOException {
    int[] result = {Integer.MIN_VALUE};
    queue.offer(0, 0, IoKind.READ, at, bytes);
    queue.submitAndWait(1, 2 * timeout.toNanos(), (slot, moved) -> result[0] = moved);
    if (result[0] != bytes) {
      throw new IOException(
          "What is in "
              + target.uri()
              + " could not be read at "
              + at
              + ": "
              + (result[0] == Integer.MIN_VALUE
                  ? "no answer in time"
                  : Errno.text(result[0]) + ", " + Errno.meaning(result[0])));
    }
  }
}
