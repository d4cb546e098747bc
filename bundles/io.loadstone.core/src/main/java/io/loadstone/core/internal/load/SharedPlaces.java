package io.loadstone.core.internal.load;

import io.loadstone.api.plan.Sequence;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The places that several streams of a step go through together: the sequential cursors of each
 * worker, and for each target how far its full coverage is.
 *
 * <p>One counter a target, not one a worker, makes coverage exact whatever the workers' speeds are:
 * every place comes once before any comes again.
 *
 * <p><b>Threads:</b> any; the cursors of a worker that is on one loop are its alone and cost no
 * fence.
 */
final class SharedPlaces {
  // Workers on different loops must not share cache lines; a crowd of workers has no loop each.
  private static final int LINE_LONGS = 16;
  private static final int MOST_APART = 4096;

  private final AccessPattern pattern;
  private final int streams;
  private final int perWorker;
  private final long seed;
  private final boolean workersAreShared;
  private final AtomicLongArray cursors;
  private final AtomicLong[] covered;
  private final Permutation[] orders;

  /**
   * Streams start evenly spread over the range, those of all workers together.
   *
   * @param workersAreShared whether several threads drive one worker
   */
  SharedPlaces(AccessPattern pattern, int workers, boolean workersAreShared, long seed) {
    this.pattern = pattern;
    this.streams = pattern.specification.streams();
    this.workersAreShared = workersAreShared;
    this.seed = seed;
    int all = Math.multiplyExact(workers, streams);
    int unit = workers <= MOST_APART ? LINE_LONGS : 1;
    perWorker = Math.ceilDiv(Math.multiplyExact(streams, pattern.targets), unit) * unit;
    cursors = new AtomicLongArray(Math.multiplyExact(workers, perWorker));
    for (int t = 0; t < pattern.targets; t++) {
      long places = pattern.places[t];
      for (int i = 0; i < all; i++) {
        long place = places / all * i + places % all * i / all;
        boolean backward = pattern.specification.sequence() instanceof Sequence.Backward;
        cursors.set(
            cursor(i / streams, i % streams, t),
            backward
                ? pattern.fromBytes[t]
                    + (places - 1 - place) * pattern.alignBytes[0]
                    + pattern.sizeBytes[0]
                : pattern.fromBytes[t] + place * pattern.alignBytes[0]);
      }
    }
    covered = new AtomicLong[pattern.fullCoverage ? pattern.targets : 0];
    orders = new Permutation[covered.length];
    for (int t = 0; t < covered.length; t++) {
      covered[t] = new AtomicLong();
      orders[t] = new Permutation(pattern.places[t]);
    }
  }

  /**
   * The next offset of a worker's stream; wraps at the end of the range.
   *
   * @param as how the stream goes on, which may have changed
   */
  long follow(AccessPattern as, int worker, int stream, int line, int target) {
    int cursor = cursor(worker, stream, target);
    int at = line * as.targets + target;
    if (!workersAreShared) {
      long offset = fit(as, cursors.getPlain(cursor), line, at);
      cursors.setPlain(cursor, after(as, offset, line, at));
      return offset;
    }
    while (true) {
      long seen = cursors.get(cursor);
      long offset = fit(as, seen, line, at);
      if (cursors.compareAndSet(cursor, seen, after(as, offset, line, at))) {
        return offset;
      }
    }
  }

  /** Makes a worker's stream go on from another place. */
  void jump(AccessPattern as, int worker, int stream, int line, int target, long offsetBytes) {
    int cursor = cursor(worker, stream, target);
    long next = after(as, offsetBytes, line, line * as.targets + target);
    if (workersAreShared) {
      cursors.set(cursor, next);
    } else {
      cursors.setPlain(cursor, next);
    }
  }

  /** The next offset of a target's full coverage. */
  long cover(int target) {
    long number = covered[target].getAndIncrement();
    long places = pattern.places[target];
    long round = number / places;
    long place = orders[target].at(number % places, seed + target * 0x632BE59BD9B4E019L + round);
    return pattern.fromBytes[target] + place * pattern.alignBytes[0];
  }

  private int cursor(int worker, int stream, int target) {
    return worker * perWorker + stream * pattern.targets + target;
  }

  /** Where a stream goes on after an operation: the next begin, or backward the next end. */
  private static long after(AccessPattern as, long offset, int line, int at) {
    int size = as.sizeBytes[line];
    return switch (as.specification.sequence()) {
      case Sequence.Forward _ -> offset + size;
      case Sequence.Backward _ -> offset;
      case Sequence.Strided strided -> {
        long next = offset + strided.strideBytes();
        if (next + size <= as.endBytes[at]) {
          yield next;
        }
        // The next column; after the last one, the first.
        long align = as.alignBytes[line];
        long begin = as.fromBytes[at];
        long column =
            (offset - begin) % strided.strideBytes() + Math.ceilDiv((long) size, align) * align;
        yield column < strided.strideBytes() ? begin + column : begin;
      }
    };
  }

  private static long fit(AccessPattern as, long from, int line, int at) {
    long align = as.alignBytes[line];
    long begin = as.fromBytes[at];
    if (as.specification.sequence() instanceof Sequence.Backward) {
      long offset = begin + Math.floorDiv(from - as.sizeBytes[line] - begin, align) * align;
      return offset < begin || offset + as.sizeBytes[line] > as.endBytes[at]
          ? begin + (as.places[at] - 1) * align
          : offset;
    }
    // The range begins on a multiple of the alignment, so rounding up from it stays on one.
    long offset = begin + (from - begin + align - 1) / align * align;
    return offset < begin || offset + as.sizeBytes[line] > as.endBytes[at] ? begin : offset;
  }
}
