package io.loadstone.management.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.run.Preview;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Refusal;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.api.target.TargetTraits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a plan would do and destroy, for people. */
final class PreviewText {
  private static final List<String> HEADINGS =
      List.of(
          "step", "workload", "size", "read", "random", "workers", "outstanding", "ramp-up", "run");
  private static final int FIRST_NUMBER = 2;

  // The command line tells its exit status by how this line begins.
  private static final Map<Refusal.Kind, String> REFUSED =
      Map.of(
          Refusal.Kind.SAFETY, "REFUSED for safety: ",
          Refusal.Kind.PLAN, "REFUSED as a bad plan: ",
          Refusal.Kind.IMPOSSIBLE_NOW, "REFUSED for now: ");

  private final StringBuilder out = new StringBuilder();

  private PreviewText() {}

  /**
   * The text.
   *
   * @param planYaml the complete plan
   */
  static String of(String planYaml, Preview preview) {
    return new PreviewText().write(planYaml, preview);
  }

  private String write(String planYaml, Preview preview) {
    preview.refusal().ifPresent(refusal -> refusals(refusal, preview.targets()));
    out.append("# The complete plan\n").append(planYaml.strip()).append("\n\n");
    line("# What it would do");
    line("Engine: " + preview.engineReason());
    preview.targets().forEach(this::target);
    for (String warning : preview.warnings()) {
      line("WARNING: " + warning);
    }
    if (preview.refusal().isEmpty()) {
      whatWouldRun(preview);
    }
    return out.toString();
  }

  // First, where nobody has to look for them; what can't run has no steps.
  private void refusals(Refusal whole, List<TargetPreview> targets) {
    line(REFUSED.get(whole.kind()) + whole.reason());
    for (TargetPreview target : targets) {
      target
          .refusal()
          .filter(refusal -> !whole.reason().contains(refusal.reason()))
          .ifPresent(refusal -> line("Also refused: " + refusal.reason()));
    }
    out.append('\n');
  }

  private void whatWouldRun(Preview preview) {
    steps(preview.steps());
    line(
        "%s, about %s, and the time to lay the targets out if they are not."
            .formatted(
                count(preview.steps().size()), about(Math.round(preview.estimatedSeconds()))));
    line("It would be started; nothing has been changed so far.");
  }

  private void target(TargetPreview target) {
    line("Target: " + target.uri().text());
    target.refusal().ifPresent(refusal -> line("  REFUSED: " + refusal.reason()));
    target.found().ifPresent(this::found);
  }

  private void found(FoundTarget target) {
    TargetTraits traits = target.traits();
    line(
        "  size %s (%,d bytes), %s, offsets are multiples of %,d"
            .formatted(
                Sizes.format(traits.sizeBytes()),
                traits.sizeBytes(),
                switch (traits.pageCache()) {
                  case BYPASSED -> "direct (past the page cache)";
                  case USED -> "BUFFERED: the page cache takes part, so this may measure memory";
                  case NONE -> "no page cache of this machine over it";
                },
                traits.alignmentBytes()));
    target.effects().forEach(effect -> line("  " + effect));
    target.warnings().forEach(warning -> line("  WARNING: " + warning));
  }

  private void steps(List<StepPlan> steps) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADINGS);
    for (StepPlan step : steps) {
      AccessSpecification workload = step.workload();
      rows.add(
          List.of(
              String.valueOf(step.number()),
              workload.name() + (step.pass() > 1 ? " (pass " + step.pass() + ")" : ""),
              sizes(workload),
              percent(workload, AccessLine::readPercent),
              percent(workload, AccessLine::randomPercent),
              String.valueOf(step.workers()),
              step.outstandingPerWorker()
                  + step.openLoop().map(open -> " at " + open.rate().format()).orElse(""),
              Durations.format(step.rampUp()),
              Durations.format(step.runTime())));
    }
    table(rows);
  }

  private void table(List<List<String>> rows) {
    int[] widths = new int[HEADINGS.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder text = new StringBuilder(" ");
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        text.append(i == 0 ? " " : "  ")
            .append(i < FIRST_NUMBER ? row.get(i) + padding : padding + row.get(i));
      }
      line(text.toString().stripTrailing());
    }
  }

  private static String sizes(AccessSpecification workload) {
    long smallest = workload.lines().stream().mapToLong(AccessLine::sizeBytes).min().orElse(0);
    long largest = workload.largestBytes();
    return smallest == largest
        ? Sizes.format(largest)
        : Sizes.format(smallest) + ".." + Sizes.format(largest);
  }

  /** The mean over the operations of all lines. */
  private static String percent(
      AccessSpecification workload, java.util.function.ToDoubleFunction<AccessLine> of) {
    double mean =
        workload.lines().stream()
                .mapToDouble(accessLine -> accessLine.sharePercent() * of.applyAsDouble(accessLine))
                .sum()
            / 100;
    String text = String.format(Locale.ROOT, "%.1f", mean);
    return (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + "%";
  }

  private static String count(int steps) {
    return steps == 1 ? "1 step" : steps + " steps";
  }

  private static String about(long seconds) {
    Duration time = Duration.ofSeconds(Math.max(0, seconds));
    if (time.toMinutes() == 0) {
      return time.toSeconds() + " s";
    }
    return time.toHours() == 0
        ? "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart())
        : "%d h %d min".formatted(time.toHours(), time.toMinutesPart());
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
