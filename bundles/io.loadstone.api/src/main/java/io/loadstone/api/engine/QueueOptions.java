package io.loadstone.api.engine;

/**
 * How a queue is to be opened.
 *
 * @param depth slots, 1 to 32,768; 1 for an engine that is not asynchronous
 * @param bufferBytes size of each slot's buffer, 1 to 1 GiB; the largest length that will be
 *     offered
 * @param bufferAlignmentBytes what buffer addresses must be multiples of, a power of two
 */
public record QueueOptions(int depth, int bufferBytes, int bufferAlignmentBytes) {
  public QueueOptions {
    if (depth < 1 || depth > 32_768) {
      throw new IllegalArgumentException("depth is " + depth + "; allowed: 1 to 32768");
    }
    if (bufferBytes < 1 || bufferBytes > 1 << 30) {
      throw new IllegalArgumentException("bufferBytes is " + bufferBytes + "; allowed: 1 to 2^30");
    }
    if (bufferAlignmentBytes < 1 || Integer.bitCount(bufferAlignmentBytes) != 1) {
      throw new IllegalArgumentException(
          "bufferAlignmentBytes is " + bufferAlignmentBytes + "; allowed: a power of two");
    }
  }
}
