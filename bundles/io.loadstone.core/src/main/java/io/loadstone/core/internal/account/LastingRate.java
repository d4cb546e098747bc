package io.loadstone.core.internal.account;

import io.loadstone.api.result.DurableWrites;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.SteadyPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Says where a step's mean is no rate that lasts: a fast start before a slow rest, or writes that
 * were still in memory when the step ended.
 */
final class LastingRate {
  // Less than this is what measurements of the same thing differ by.
  private static final double TELLING = 0.10;
  // A shorter flush is not worth a sentence, whatever its share of a short step.
  private static final double TELLING_FLUSH_SECONDS = 0.5;

  private LastingRate() {}

  static List<String> remarks(
      IoFigures write, IoFigures total, Optional<SteadyPart> steady, Optional<DurableWrites> done) {
    List<String> remarks = new ArrayList<>();
    steady
        .filter(part -> Math.abs(part.iops() - total.iops()) > TELLING * part.iops())
        .ifPresent(
            part ->
                remarks.add(
                    String.format(
                        Locale.ROOT,
                        "The mean of %.1f IOPS is not the rate that lasted: in the last %.0f s it"
                            + " was a steady %.1f IOPS, %.2f MB/s.",
                        total.iops(),
                        part.runSeconds(),
                        part.iops(),
                        part.mbPerSecond())));
    done.filter(
            writes ->
                writes.flushSeconds() >= TELLING_FLUSH_SECONDS
                    && writes.mbPerSecond() < (1 - TELLING) * write.mbPerSecond())
        .ifPresent(
            writes ->
                remarks.add(
                    String.format(
                        Locale.ROOT,
                        "Not all writes were durable at the end: the flush took another %.1f s, and"
                            + " with it the writes come to %.2f MB/s instead of %.2f.",
                        writes.flushSeconds(),
                        writes.mbPerSecond(),
                        write.mbPerSecond())));
    return remarks;
  }
}
