package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** For files and pipes: a line for each interval, no escape codes. */
final class LinePerInterval implements ProgressView {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());
  private static final long LEAST_BETWEEN_ACTIVITIES_NS = TimeUnit.SECONDS.toNanos(1);

  private final PrintWriter out;
  private final StepFigures figures = new StepFigures();
  private long intervalsShown;
  private String activityShown = "";
  private long activityShownNs = System.nanoTime() - LEAST_BETWEEN_ACTIVITIES_NS;

  LinePerInterval(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void update(JsonNode run) {
    long intervals = run.path("IntervalCount").asLong();
    if (figures.areThere(run)) {
      if (intervals != intervalsShown) {
        intervalsShown = intervals;
        print(
            run,
            "%s%s"
                .formatted(
                    ProgressView.figures(run, run.path("Workload").asText()),
                    run.path("State").asText().equals("RAMPING") ? "  ramp-up" : ""));
      }
      return;
    }
    String activity = run.path("Activity").asText();
    if (!activity.equals(activityShown)
        && System.nanoTime() - activityShownNs >= LEAST_BETWEEN_ACTIVITIES_NS) {
      activityShown = activity;
      activityShownNs = System.nanoTime();
      print(run, activity);
    }
  }

  private void print(JsonNode run, String what) {
    out.println(
        "%s  %5.1f %%  left %s  %s"
            .formatted(
                TIME.format(Instant.now()),
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
