package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;

/** For terminals: one line that is drawn again and again, with ended steps above it. */
final class RedrawnLine implements ProgressView {
  private static final String ERASE_TO_END = "\u001B[K";
  private static final int BAR_CELLS = 12;
  private static final String STEP = "%4s  %-28.28s %9s %12s %10s %11s %11s  %s%n";

  private final PrintWriter out;
  private final int columns;
  private final StepFigures figures = new StepFigures();
  private String drawn = "";
  private boolean headed;

  RedrawnLine(PrintWriter out, int columns) {
    this.out = out;
    this.columns = columns;
  }

  @Override
  public void update(JsonNode run) {
    StepLine step = StepLine.live(run);
    String line = line(run, step);
    int excess = line.length() - (columns - 1);
    if (excess > 0) {
      String workload = step.workload();
      String shorter = workload.substring(0, Math.max(0, workload.length() - excess)).strip();
      line = line(run, step.withWorkload(shorter));
    }
    // A line that wraps could not be drawn over.
    line = line.length() < columns ? line : line.substring(0, columns - 1);
    if (!line.equals(drawn)) {
      drawn = line;
      out.print("\r" + line + ERASE_TO_END);
      out.flush();
    }
  }

  private String line(JsonNode run, StepLine step) {
    double percent = run.path("PercentDone").asDouble();
    int full = (int) Math.round(Math.clamp(percent, 0, 100) / 100 * BAR_CELLS);
    return "[%s%s] %3.0f %% left %s  %s"
        .formatted(
            "#".repeat(full),
            "-".repeat(BAR_CELLS - full),
            percent,
            Figures.left(run.path("SecondsLeft").asDouble(-1)),
            figures.areThere(run) ? step.text() : run.path("Activity").asText());
  }

  @Override
  public boolean showsSteps() {
    return true;
  }

  @Override
  public void stepEnded(JsonNode step) {
    out.print("\r" + ERASE_TO_END);
    drawn = "";
    if (!headed) {
      headed = true;
      out.printf(STEP, "step", "workload", "load", "IOPS", "MB/s", "mean ms", "p99 ms", "verdict");
    }
    JsonNode total = step.path("total");
    JsonNode time = total.path("responseTimeNs");
    out.printf(
        STEP,
        step.path("step").asText(),
        step.path("workload").asText(),
        step.path("workers").asInt() + "x" + step.path("outstandingPerWorker").asInt(),
        Figures.rate(total.path("iops").asDouble()),
        Figures.rate(total.path("mbPerSecond").asDouble()),
        Figures.ms(time.path("mean").asDouble(-1)),
        Figures.ms(time.path("p99").asDouble(-1)),
        step.path("verdict").path("state").asText());
    out.flush();
  }

  @Override
  public void ended(JsonNode run) {
    // The table at the end says it.
  }

  @Override
  public void close() {
    out.print("\r" + ERASE_TO_END);
    out.flush();
  }
}
