package io.loadstone.store.internal;

import io.loadstone.api.result.DurableWrites;
import io.loadstone.api.result.SteadyPart;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The columns of {@code steps} for what of a step's rate lasts; all NULL where there is nothing.
 */
final class LastingColumns {
  private static final List<String> STEADY =
      List.of(
          "steady_start_epoch_ms",
          "steady_seconds",
          "steady_grain_seconds",
          "steady_iops",
          "steady_mb_per_second");
  private static final List<String> DURABLE =
      List.of("flush_seconds", "durable_write_mb_per_second");

  /** In order. */
  static final List<String> ALL = Stream.concat(STEADY.stream(), DURABLE.stream()).toList();

  private static final long NONE = -1;

  private LastingColumns() {}

  static void bindSteady(Parameters to, Optional<SteadyPart> steady) throws SQLException {
    if (steady.isEmpty()) {
      nothing(to, STEADY.size());
      return;
    }
    SteadyPart part = steady.get();
    to.whole(part.startEpochMs()).real(part.runSeconds()).real(part.grainSeconds());
    to.real(part.iops()).real(part.mbPerSecond());
  }

  static Optional<SteadyPart> steady(Columns from) throws SQLException {
    long startEpochMs = from.whole(NONE);
    SteadyPart part =
        new SteadyPart(startEpochMs, from.real(), from.real(), from.real(), from.real());
    return startEpochMs == NONE ? Optional.empty() : Optional.of(part);
  }

  static void bindDurable(Parameters to, Optional<DurableWrites> durable) throws SQLException {
    if (durable.isEmpty()) {
      nothing(to, DURABLE.size());
      return;
    }
    to.real(durable.get().flushSeconds()).real(durable.get().mbPerSecond());
  }

  static Optional<DurableWrites> durable(Columns from) throws SQLException {
    double flushSeconds = from.real(NONE);
    DurableWrites writes = new DurableWrites(flushSeconds, from.real());
    return flushSeconds == NONE ? Optional.empty() : Optional.of(writes);
  }

  private static void nothing(Parameters to, int columns) throws SQLException {
    for (int column = 0; column < columns; column++) {
      to.nothing();
    }
  }
}
