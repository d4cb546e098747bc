package io.loadstone.report.internal;

import io.loadstone.api.result.Interval;
import io.loadstone.api.result.ResultFormat.Intervals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/** Takes intervals one at a time and may fail at it. */
@FunctionalInterface
interface IntervalSink {
  void accept(Interval interval) throws IOException;

  /** Hands every interval to {@code sink}; its failure ends the iteration and comes out here. */
  static void feed(Intervals intervals, IntervalSink sink) throws IOException {
    try {
      intervals.forEach(
          interval -> {
            try {
              sink.accept(interval);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }
}
