package io.loadstone.store.internal;

import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.result.ArrivalFigures;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The columns of an open loop: what was asked for, and how it was kept. */
final class OpenLoopColumns {
  /** What was asked for. */
  static final List<String> ASKED =
      List.of("rate_per_second", "rate_unit", "arrival_law", "arrival_burst");

  /** How it was kept. */
  static final List<String> KEPT =
      List.of(
          "arrivals",
          "arrivals_started",
          "arrivals_late",
          "arrivals_late_by_generator",
          "arrivals_backlog",
          "arrivals_skipped");

  private OpenLoopColumns() {}

  static void bindAsked(Parameters to, Optional<OpenLoop> asked) throws SQLException {
    if (asked.isEmpty()) {
      nothing(to, ASKED);
      return;
    }
    OpenLoop open = asked.get();
    to.real(open.rate().perSecond()).name(open.rate().unit());
    to.name(open.arrivals().law()).whole(open.arrivals().burst());
  }

  static Optional<OpenLoop> asked(Columns from) throws SQLException {
    double perSecond = from.real();
    @Nullable String unit = from.textOrNull();
    @Nullable String law = from.textOrNull();
    int burst = from.number();
    return unit == null || law == null
        ? Optional.empty()
        : Optional.of(
            new OpenLoop(
                new Rate(Rate.Unit.valueOf(unit), perSecond),
                new Arrivals(Arrivals.Law.valueOf(law), burst)));
  }

  static void bindKept(Parameters to, Optional<ArrivalFigures> kept) throws SQLException {
    if (kept.isEmpty()) {
      nothing(to, KEPT);
      return;
    }
    ArrivalFigures figures = kept.get();
    to.whole(figures.arrivals()).whole(figures.started());
    to.whole(figures.late()).whole(figures.lateByGenerator());
    to.whole(figures.backlog()).whole(figures.skipped());
  }

  static Optional<ArrivalFigures> kept(Columns from) throws SQLException {
    long arrivals = from.whole();
    boolean closed = from.wasNothing();
    ArrivalFigures figures =
        new ArrivalFigures(
            arrivals, from.whole(), from.whole(), from.whole(), from.whole(), from.whole());
    return closed ? Optional.empty() : Optional.of(figures);
  }

  private static void nothing(Parameters to, List<String> columns) throws SQLException {
    for (int i = 0; i < columns.size(); i++) {
      to.nothing();
    }
  }
}
