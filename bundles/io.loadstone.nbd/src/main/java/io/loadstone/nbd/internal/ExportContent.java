package io.loadstone.nbd.internal;

import io.loadstone.api.data.StoredContent;
import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import java.io.IOException;
import java.util.List;

/** Looks into what an export holds, over a connection of its own. */
final class ExportContent {
  private ExportContent() {}

  /** Reads it. */
  static StoredContent of(NbdTarget target) throws IOException {
    QueueOptions options =
        new QueueOptions(1, StoredContent.PIECE_BYTES, StoredContent.PIECE_BYTES);
    try (NbdQueue queue = new NbdQueue(List.of(target), options)) {
      // Pieces are the beginning of this buffer, which is where the queue reads to.
      return StoredContent.of(
          target.sizeBytes(),
          target.alignmentBytes(),
          queue.buffer(0),
          (at, piece) -> read(queue, target, at, (int) piece.byteSize()));
    }
  }

  private static void read(NbdQueue queue, NbdTarget target, long at, int bytes)
      throws IOException {
    int[] result = {Integer.MIN_VALUE};
    queue.offer(0, 0, IoKind.READ, at, bytes);
    queue.submitAndWait(
        1, 2 * target.name().timeout().toNanos(), (slot, moved) -> result[0] = moved);
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
