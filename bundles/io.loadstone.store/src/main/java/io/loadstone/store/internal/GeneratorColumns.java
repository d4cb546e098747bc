package io.loadstone.store.internal;

import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Headroom;
import java.sql.SQLException;
import java.util.List;

/** The columns of a step that tell what the generator saw of itself; what it did not is NULL. */
final class GeneratorColumns {
  static final List<String> NAMES =
      List.of(
          "noop_iops",
          "headroom_ratio",
          "headroom_not_measured",
          "collection_ns",
          "safepoints",
          "other_pause_ns",
          "longest_hiccup_ns",
          "loop_wait_percent");

  private static final long UNKNOWN = -1;

  private GeneratorColumns() {}

  static void bind(Parameters to, GeneratorFigures generator) throws SQLException {
    Headroom headroom = generator.headroom();
    bind(to, headroom.noopIops());
    bind(to, headroom.ratio());
    to.text(headroom.notMeasured());
    bind(to, generator.collectionNs());
    bind(to, generator.safepoints());
    bind(to, generator.otherPauseNs());
    bind(to, generator.longestHiccupNs());
    bind(to, generator.loopWaitPercent());
  }

  static GeneratorFigures figures(Columns from) throws SQLException {
    return new GeneratorFigures(
        new Headroom(from.real(UNKNOWN), from.real(UNKNOWN), from.text()),
        from.whole(UNKNOWN),
        from.whole(UNKNOWN),
        from.whole(UNKNOWN),
        from.whole(UNKNOWN),
        from.real(UNKNOWN));
  }

  private static void bind(Parameters to, double value) throws SQLException {
    to.real(value < 0 ? Double.NaN : value);
  }

  private static void bind(Parameters to, long value) throws SQLException {
    if (value < 0) {
      to.nothing();
    } else {
      to.whole(value);
    }
  }
}
