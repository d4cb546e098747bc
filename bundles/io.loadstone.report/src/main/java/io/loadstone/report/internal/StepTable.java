package io.loadstone.report.internal;

import io.loadstone.api.quantity.LatencyUnit;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.StepResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The rows of one workload. Response times of all rows are in one unit, which the head names. */
final class StepTable {
  private static final String NONE = "-";

  private final List<StepResult> steps;
  private final LatencyUnit unit;
  private final boolean open;
  private final boolean passes;

  /**
   * A table.
   *
   * @param steps 1 or more, of one workload
   */
  StepTable(List<StepResult> steps) {
    this.steps = steps;
    this.unit = StepResult.latencyUnit(steps);
    this.open = steps.stream().anyMatch(step -> step.step().openLoop().isPresent());
    this.passes = steps.stream().anyMatch(step -> step.step().pass() > 1);
  }

  void write(Appendable out) throws IOException {
    StepResult first = steps.getFirst();
    out.append(TextFormat.printable(first.step().workload().name())).append(": ");
    out.append(AccessText.of(first.step().workload())).append('\n');
    List<Column> columns = columns();
    StringBuilder upper = new StringBuilder();
    StringBuilder lower = new StringBuilder();
    columns.forEach(column -> upper.append(column.align(column.upper())));
    columns.forEach(column -> lower.append(column.align(column.lower())));
    out.append(upper.toString().stripTrailing()).append('\n');
    out.append(lower.toString().stripTrailing()).append('\n');
    out.append(' ').append("-".repeat(TextFormat.WIDTH - 1)).append('\n');
    for (StepResult step : steps) {
      StringBuilder row = new StringBuilder();
      columns.forEach(column -> row.append(column.align(column.cell().of(step))));
      out.append(row.toString().stripTrailing()).append('\n');
    }
  }

  private List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column(5, "", "step", s -> Integer.toString(s.step().number())));
    columns.add(
        open
            ? new Column(20, "workers x", "outstanding at rate", s -> s.step().loadText())
            : new Column(12, "workers x", "outstanding", s -> s.step().loadText()));
    if (passes) {
      columns.add(new Column(5, "", "pass", s -> Integer.toString(s.step().pass())));
    }
    columns.add(new Column(12, "", "IOPS", s -> decimals("%,.1f", s.total().iops())));
    columns.add(new Column(10, "", "MB/s", s -> decimals("%,.2f", s.total().mbPerSecond())));
    // Right-aligned, the upper words of both read as one heading.
    columns.add(latency("response", "mean", LatencyFigures::meanNs));
    columns.add(latency("time (" + unit.text() + ")", "p99", LatencyFigures::p99Ns));
    if (!open) {
      columns.add(new Column(7, "CPU", "us/op", StepTable::cpu));
      columns.add(new Column(6, "head-", "room", StepTable::headroom));
    }
    columns.add(
        new Column(7, "", "errors", s -> String.format(Locale.ROOT, "%,d", s.total().errors())));
    columns.add(new Column(-17, "", "verdict", StepTable::verdict));
    return columns;
  }

  private Column latency(String upper, String lower, Latency figure) {
    return new Column(
        10,
        upper,
        lower,
        step -> {
          LatencyFigures response = step.total().responseTime();
          return response.count() == 0 ? NONE : unit.format(figure.ns(response));
        });
  }

  private static String cpu(StepResult step) {
    double us = step.cpu().microsecondsPerOperation();
    return step.total().operations() == 0 || us < 0 ? NONE : decimals("%,.2f", us);
  }

  private static String headroom(StepResult step) {
    double ratio = step.generator().headroom().ratio();
    return ratio < 0 ? NONE : ratio > 999.9 ? ">999" : decimals("%.1f", ratio);
  }

  private static String verdict(StepResult step) {
    return step.verdict().state().text() + (step.direct() ? "" : " BUFFERED");
  }

  private static String decimals(String form, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, form, value) : NONE;
  }

  /**
   * A column.
   *
   * @param width with the gap before it; negative for text, which stands left
   */
  private record Column(int width, String upper, String lower, Cell cell) {
    String align(String text) {
      return width < 0
          ? "  " + String.format(Locale.ROOT, "%" + (width + 2) + "s", text)
          : " " + String.format(Locale.ROOT, "%" + (width - 1) + "s", text);
    }
  }

  @FunctionalInterface
  private interface Cell {
    String of(StepResult step);
  }

  @FunctionalInterface
  private interface Latency {
    double ns(LatencyFigures figures);
  }
}
