package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** For files and pipes: a line for each interval, no escape codes. */
final class LinePerInterval implements ProgressView {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());
  private static final long LEAST_BETWEEN_ACTIVITIES_NS = TimeUnit.SECONDS.toNanos(1);

  private final PrintWriter out;
  private final UnseenIntervals intervals;
  private final StepFigures figures = new StepFigures();
  private boolean begun;
  private @Nullable JsonNode known;
  private String activityShown = "";
  private long activityShownNs = System.nanoTime() - LEAST_BETWEEN_ACTIVITIES_NS;

  /**
   * Shows nothing yet.
   *
   * @param fromTheBeginning whether intervals that were over before it came are shown as well; only
   *     the last one if not
   */
  LinePerInterval(PrintWriter out, UnseenIntervals intervals, boolean fromTheBeginning) {
    this.out = out;
    this.intervals = intervals;
    begun = fromTheBeginning;
  }

  @Override
  public void update(JsonNode run) {
    boolean ofThisStep = figures.areThere(run);
    long over = run.path("IntervalCount").asLong();
    if (!begun) {
      begun = true;
      intervals.passOver(Math.max(0, over - 1));
    }
    if (intervals.areIn(over)) {
      showIntervals(run);
    } else if (!ofThisStep) {
      showActivity(run);
    }
  }

  @Override
  public void ended(JsonNode run) {
    if (begun) {
      showIntervals(run);
    }
  }

  // How far the run was is known for the newest one; those before it get what was known then.
  private void showIntervals(JsonNode run) {
    List<JsonNode> rows = intervals.next();
    for (int i = 0; i < rows.size(); i++) {
      JsonNode row = rows.get(i);
      print(
          Instant.ofEpochMilli(row.path("startEpochMs").asLong())
              .plusNanos(row.path("lengthNs").asLong()),
          i == rows.size() - 1 || known == null ? run : known,
          StepLine.interval(row, run.path("Steps").asInt()).text()
              + (row.path("rampUp").asBoolean() ? "  ramp-up" : ""));
    }
    known = run;
  }

  private void showActivity(JsonNode run) {
    String activity = run.path("Activity").asText();
    if (!activity.equals(activityShown)
        && System.nanoTime() - activityShownNs >= LEAST_BETWEEN_ACTIVITIES_NS) {
      activityShown = activity;
      activityShownNs = System.nanoTime();
      print(Instant.now(), run, activity);
      known = run;
    }
  }

  private void print(Instant when, JsonNode run, String what) {
    out.println(
        "%s  %5.1f %%  left %s  %s"
            .formatted(
                TIME.format(when),
                run.path("PercentDone").asDouble(),
                Figures.left(run.path("SecondsLeft").asDouble(-1)),
                what));
    out.flush();
  }

  @Override
  public boolean showsSteps() {
    return false;
  }

  @Override
  public void stepEnded(JsonNode step) {
    // The table at the end has them all.
  }

  @Override
  public void close() {
    out.flush();
  }
}
