package io.loadstone.report.internal;

import io.loadstone.api.plan.DataContent;
import io.loadstone.api.quantity.LatencyUnit;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.ResultFormat;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.Saturation;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Component;

/**
 * The result as a table for people: at most {@value #WIDTH} columns wide unless a name is longer,
 * no escape codes. A row for each step, grouped by workload; then whatever speaks against the
 * figures, and the optimum of each sweep.
 */
@Component(service = ResultFormat.class, property = "loadstone.format=text")
public final class TextFormat implements ResultFormat {
  /** Columns. */
  static final int WIDTH = 110;

  @Override
  public String name() {
    return "text";
  }

  @Override
  public String description() {
    return "A table for people, a row for each step";
  }

  @Override
  public void write(RunResult result, Intervals intervals, Appendable out) throws IOException {
    heading(result, out);
    for (List<StepResult> group : groups(result.steps())) {
      out.append('\n');
      new StepTable(group).write(out);
    }
    if (result.steps().isEmpty()) {
      out.append(
          result.run().state().ended()
              ? "\nNo step was measured.\n"
              : "\nNo step has ended yet.\n");
    }
    notes(result.steps(), out);
    writtenData(result.steps(), out);
    saturation(result, out);
    section(
        out,
        "Journal",
        result.journal().stream()
            .map(entry -> Instants.iso(entry.epochMs()) + " " + entry.text())
            .toList());
  }

  private static void heading(RunResult result, Appendable out) throws IOException {
    RunSummary run = result.run();
    String name = printable(run.name());
    String state = run.state().name();
    int gap = Math.max(2, WIDTH - name.length() - state.length());
    out.append(name).append(" ".repeat(gap)).append(state).append('\n');
    field(out, "run", printable(run.id()) + ", " + times(run));
    if (!run.reason().isEmpty()) {
      field(out, "reason", printable(run.reason()));
    }
    field(
        out,
        "agent",
        printable(
            "Loadstone %s on %s, %s, %d processors"
                .formatted(
                    result.agent().version(),
                    result.agent().host(),
                    result.agent().os(),
                    result.agent().processors())));
    if (!result.steps().isEmpty()) {
      field(
          out,
          result.steps().getFirst().targets().size() == 1 ? "target" : "targets",
          targets(result));
      field(out, "engine", engines(result.steps()));
    }
    if (!run.labels().isEmpty()) {
      field(
          out,
          "labels",
          printable(
              run.labels().entrySet().stream()
                  .map(label -> label.getKey() + "=" + label.getValue())
                  .collect(Collectors.joining(", "))));
    }
    if (result.steps().stream().anyMatch(step -> !step.direct())) {
      paragraph(
          out,
          "",
          "*** BUFFERED *** The page cache was in use: these figures are of the host's memory as much as of"
              + " the target.");
    }
  }

  private static String times(RunSummary run) {
    String started =
        Instants.format(Instants.utc("uuuu-MM-dd HH:mm:ss 'UTC'"), run.startedEpochMs());
    return run.endedEpochMs() == 0
        ? "started " + started + (run.state() == RunState.QUEUED ? ", waits" : ", goes on")
        : "started " + started + ", took " + length(run.endedEpochMs() - run.startedEpochMs());
  }

  private static String length(long ms) {
    long seconds = (ms + 500) / 1000;
    return seconds < 60
        ? String.format(Locale.ROOT, "%.1f s", ms / 1e3)
        : seconds < 3600
            ? "%d min %d s".formatted(seconds / 60, seconds % 60)
            : "%d h %d min".formatted(seconds / 3600, seconds % 3600 / 60);
  }

  private static String targets(RunResult result) {
    return printable(
        result.steps().stream()
            .flatMap(step -> step.targets().stream())
            .distinct()
            .collect(Collectors.joining(", ")));
  }

  private static String engines(List<StepResult> steps) {
    return printable(
        steps.stream()
            .map(step -> step.engine() + cache(step))
            .collect(Collectors.toCollection(TreeSet::new))
            .stream()
            .collect(Collectors.joining("; ")));
  }

  // Where there is no page cache, nothing could be bypassed.
  private static String cache(StepResult step) {
    return switch (step.pageCache()) {
      case BYPASSED -> ", direct";
      case USED -> ", BUFFERED";
      case NONE -> "";
    };
  }

  // Neighbours of the same access specification, engine and kind of access.
  private static List<List<StepResult>> groups(List<StepResult> steps) {
    List<List<StepResult>> groups = new ArrayList<>();
    for (StepResult step : steps) {
      if (groups.isEmpty()
          || !groups.getLast().getFirst().step().workload().equals(step.step().workload())) {
        groups.add(new ArrayList<>());
      }
      groups.getLast().add(step);
    }
    return groups;
  }

  // Of interest where somebody asked for it; unique data needs no words.
  private static void writtenData(List<StepResult> steps, Appendable out) throws IOException {
    List<String> sentences = new ArrayList<>();
    for (StepResult step : steps) {
      DataFigures data = step.data();
      if (data.known() && !step.step().workload().data().equals(DataContent.UNIQUE)) {
        sentences.add(
            String.format(
                Locale.ROOT,
                "step %d, %s: zlib shrinks it by %.1f %%, %.1f %% are duplicates (a sample of %,d"
                    + " units of %s)",
                step.step().number(),
                step.step().workload().name(),
                data.compressiblePercent(),
                data.duplicatePercent(),
                data.sampledUnits(),
                Sizes.format(data.unitBytes())));
      }
    }
    section(out, "Written data", sentences);
  }

  private static void notes(List<StepResult> steps, Appendable out) throws IOException {
    List<String> notes = new ArrayList<>();
    for (StepResult step : steps) {
      String where =
          "step %d, %s %s: "
              .formatted(
                  step.step().number(), step.step().workload().name(), step.step().loadText());
      String reasons = String.join(" ", step.verdict().reasons());
      if (step.verdict().state() != Verdict.State.VALID) {
        notes.add(where + step.verdict().state().text() + ": " + reasons);
      }
      step.arrivals().ifPresent(kept -> notes.add(where + arrivals(kept)));
      // A verdict gives the failed checks among its reasons, unless the run was cut off.
      step.selfChecks().stream()
          .filter(check -> !check.passed() && !reasons.contains("self-check " + check.name()))
          .forEach(
              check ->
                  notes.add(where + "self-check " + check.name() + " failed: " + check.detail()));
    }
    notes.addAll(withoutHeadroom(steps));
    section(out, "Notes", notes);
  }

  private static List<String> withoutHeadroom(List<StepResult> steps) {
    Map<String, List<String>> numbers = new LinkedHashMap<>();
    for (StepResult step : steps) {
      String reason = step.generator().headroom().notMeasured();
      if (!reason.isEmpty()) {
        numbers
            .computeIfAbsent(reason, none -> new ArrayList<>())
            .add(Integer.toString(step.step().number()));
      }
    }
    List<String> notes = new ArrayList<>();
    numbers.forEach(
        (reason, of) ->
            notes.add(
                (of.size() == 1
                        ? "step " + of.getFirst()
                        : of.size() == steps.size()
                            ? "all steps"
                            : "steps " + String.join(", ", of))
                    + ": Head-room was not measured: "
                    + reason));
    return notes;
  }

  private static String arrivals(ArrivalFigures kept) {
    return String.format(
        Locale.ROOT,
        "%,d arrivals, %,d started, %,d more than 1 ms late (%,d by the generator), backlog %,d,"
            + " skipped %,d",
        kept.arrivals(),
        kept.started(),
        kept.late(),
        kept.lateByGenerator(),
        kept.backlog(),
        kept.skipped());
  }

  private static void saturation(RunResult result, Appendable out) throws IOException {
    List<Saturation> sweeps = result.saturation();
    List<String> sentences = new ArrayList<>();
    for (Saturation sweep : sweeps) {
      LatencyUnit unit =
          StepResult.latencyUnit(
              result.steps().stream()
                  .filter(step -> step.step().workload().name().equals(sweep.workload()))
                  .toList());
      String figures =
          String.format(
              Locale.ROOT,
              "%d x %d (step %d), %,.1f IOPS at a mean response time of %s. %s",
              sweep.workers(),
              sweep.outstandingPerWorker(),
              sweep.step() + 1,
              sweep.iops(),
              unit.withUnit(sweep.responseTimeMeanNs()),
              sweep.reason());
      sentences.add(
          sweep.workload()
              + (sweep.saturated() ? ": optimum at " : ": not saturated; the last load is ")
              + figures);
    }
    section(out, "Saturation", sentences);
    for (String rule : sweeps.stream().map(Saturation::rule).distinct().toList()) {
      paragraph(out, "  ", "Rule: " + printable(rule));
    }
  }

  private static void section(Appendable out, String title, List<String> items) throws IOException {
    if (!items.isEmpty()) {
      out.append('\n').append(title).append('\n');
      for (String item : items) {
        paragraph(out, "  ", printable(item));
      }
    }
  }

  private static void field(Appendable out, String name, String value) throws IOException {
    paragraph(out, "", String.format(Locale.ROOT, "%-9s", name) + value);
  }

  // Breaks at blanks; what follows the first line is indented further.
  private static void paragraph(Appendable out, String indent, String text) throws IOException {
    String rest = indent + text;
    String next = indent + (indent.isEmpty() ? " ".repeat(9) : "  ");
    while (rest.length() > WIDTH) {
      int at = rest.lastIndexOf(' ', WIDTH);
      if (at <= next.length()) {
        break;
      }
      out.append(rest.substring(0, at).stripTrailing()).append('\n');
      rest = next + rest.substring(at + 1).stripLeading();
    }
    out.append(rest).append('\n');
  }

  /** Names come from plans: nothing in them may drive a terminal. */
  static String printable(String text) {
    return text.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
  }
}
