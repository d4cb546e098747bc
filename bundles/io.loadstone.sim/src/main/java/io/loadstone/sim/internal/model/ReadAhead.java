package io.loadstone.sim.internal.model;

/**
 * What was read ahead of each stream: two windows, the one that is being given out and the next
 * one. The next is fetched when the first byte of the one before it is asked for. A window is as
 * long as the stream was so far, up to the length that the array has for it: little is read in vain
 * for a stream that soon ends.
 */
final class ReadAhead {
  private final long windowBytes;
  private final long sizeBytes;
  private final Fetch fetch;
  private final long[] beginBytes = new long[Streams.MOST];
  private final long[] endBytes = new long[Streams.MOST];
  private final long[] readyNs = new long[Streams.MOST];
  private final long[] nextEndBytes = new long[Streams.MOST];
  private final long[] nextReadyNs = new long[Streams.MOST];

  /** Reads from the spindles; returns when it is done. */
  interface Fetch {
    long readyNs(long arrivalNs, long offsetBytes, long lengthBytes);
  }

  ReadAhead(long windowBytes, long sizeBytes, Fetch fetch) {
    this.windowBytes = windowBytes;
    this.sizeBytes = sizeBytes;
    this.fetch = fetch;
  }

  /** A stream begins anew. */
  void forget(int stream) {
    beginBytes[stream] = 0;
    endBytes[stream] = 0;
    nextEndBytes[stream] = 0;
  }

  /**
   * When the bytes of a read that goes on with a stream are there.
   *
   * @param passedBytes length of the stream so far
   */
  long readyNs(int stream, long passedBytes, long arrivalNs, long offsetBytes, int lengthBytes) {
    long window = Math.min(windowBytes, passedBytes);
    long untilBytes = offsetBytes + lengthBytes;
    if (offsetBytes < beginBytes[stream] || untilBytes > nextEndBytes[stream]) {
      beginBytes[stream] = offsetBytes;
      endBytes[stream] = Math.min(sizeBytes, untilBytes + window);
      readyNs[stream] = fetch.readyNs(arrivalNs, offsetBytes, endBytes[stream] - offsetBytes);
      fetchNext(stream, arrivalNs, window);
    } else if (untilBytes > endBytes[stream]) {
      endBytes[stream] = nextEndBytes[stream];
      readyNs[stream] = nextReadyNs[stream];
      fetchNext(stream, arrivalNs, window);
    }
    return readyNs[stream];
  }

  private void fetchNext(int stream, long arrivalNs, long window) {
    long from = endBytes[stream];
    nextEndBytes[stream] = Math.min(sizeBytes, from + window);
    nextReadyNs[stream] =
        nextEndBytes[stream] > from
            ? fetch.readyNs(arrivalNs, from, nextEndBytes[stream] - from)
            : readyNs[stream];
  }
}
