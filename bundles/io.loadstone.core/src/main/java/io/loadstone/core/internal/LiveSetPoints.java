package io.loadstone.core.internal;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.Percentages;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.run.SetPoint;
import io.loadstone.api.run.SetPoints;
import io.loadstone.api.target.Target;
import io.loadstone.core.internal.load.AccessPattern;
import io.loadstone.core.internal.load.Load;
import io.loadstone.core.internal.load.LoadCrew;
import io.loadstone.core.internal.load.LoadShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The set points of the step under way: checks what somebody wants and makes the loops go by it.
 *
 * <p><b>Threads:</b> any. Nobody who changes something waits for a loop or for the store; the
 * coordinator takes what there is to tell.
 */
final class LiveSetPoints {
  private static final int MOST_OUTSTANDING = 1_000_000;
  private static final long LARGEST_OPERATION = 1L << 30;
  private static final Duration LONGEST_THINK_TIME = Duration.ofDays(365);

  private final RunContext context;
  private final StepPlan step;
  private final Load load;
  private final LoadCrew crew;
  private final List<Annotation> untold = new ArrayList<>();
  private SetPoints now;
  private int changes;
  private boolean wrote;
  private boolean over;

  LiveSetPoints(RunContext context, StepPlan step, Load load, LoadCrew crew) {
    this.context = context;
    this.step = step;
    this.load = load;
    this.crew = crew;
    this.wrote = step.workload().writes();
    this.now =
        new SetPoints(
            step.workload(), step.outstandingPerWorker(), step.openLoop().map(open -> open.rate()));
  }

  synchronized SetPoints now() {
    return now;
  }

  /** How often they were changed. */
  synchronized int changes() {
    return changes;
  }

  /** Whether the step wrote at any time. */
  synchronized boolean wrote() {
    return wrote;
  }

  /** What was changed since the last call, for the journal. */
  synchronized List<Annotation> takeUntold() {
    List<Annotation> taken = List.copyOf(untold);
    untold.clear();
    return taken;
  }

  /** Nothing can be changed any more. */
  synchronized void end() {
    over = true;
  }

  /**
   * Changes all of these or none.
   *
   * @throws IllegalArgumentException if a value is not allowed; the message says what is
   * @throws IllegalStateException if the step is over
   */
  synchronized void change(Map<SetPoint, String> wanted) {
    if (over) {
      throw context.run().noStep();
    }
    SetPoints next = now;
    for (Map.Entry<SetPoint, String> change : new TreeMap<>(wanted).entrySet()) {
      try {
        next = with(next, change.getKey(), change.getValue());
      } catch (InvalidValueException e) {
        throw refused(change.getKey(), e.getMessage());
      }
    }
    List<String> differences = differences(now, next);
    if (differences.isEmpty()) {
      return;
    }
    AccessPattern pattern = check(next);
    changes++;
    load.changeRate(next.rate(), next.workload().meanBytes());
    crew.reshape(new LoadShape(pattern, next.outstandingPerWorker(), changes));
    now = next;
    wrote |= next.workload().writes();
    untold.add(
        new Annotation(
            context.journal().clock().epochMs(),
            "Step " + step.number() + ": changed " + String.join(", ", differences) + "."));
  }

  private SetPoints with(SetPoints before, SetPoint point, String value) {
    AccessSpecification workload = before.workload();
    return switch (point) {
      case OUTSTANDING -> new SetPoints(workload, outstanding(value), before.rate());
      case RATE -> {
        if (before.rate().isEmpty()) {
          throw refused(
              point,
              "this step is a closed loop and has no rate; plan an open loop, such as load: {rate:"
                  + " 5000/s}");
        }
        yield new SetPoints(
            workload, before.outstandingPerWorker(), Optional.of(Rate.parse(value)));
      }
      case READ -> with(before, workload.withRead(Percentages.parse(value)));
      case BLOCK_SIZE -> with(before, workload.withBlockSize(blockSize(value)));
      case THINK_TIME -> with(before, workload.withDelay(thinkTime(value)));
    };
  }

  private static SetPoints with(SetPoints before, AccessSpecification workload) {
    return new SetPoints(workload, before.outstandingPerWorker(), before.rate());
  }

  private static int outstanding(String text) {
    String stripped = text.strip();
    int value = stripped.matches("\\d{1,7}") ? Integer.parseInt(stripped) : 0;
    if (value < 1 || value > MOST_OUTSTANDING) {
      throw new InvalidValueException(text, "a whole number from 1 to " + MOST_OUTSTANDING);
    }
    return value;
  }

  private static int blockSize(String text) {
    long bytes = Sizes.parseBytes(text);
    if (bytes < 1 || bytes > LARGEST_OPERATION) {
      throw new InvalidValueException(text, "a size from 1 byte to 1GiB");
    }
    return (int) bytes;
  }

  private static Duration thinkTime(String text) {
    Duration time = Durations.parse(text);
    if (time.compareTo(LONGEST_THINK_TIME) > 0) {
      throw new InvalidValueException(text, Durations.ALLOWED + ", at most 8760h");
    }
    return time;
  }

  private AccessPattern check(SetPoints next) {
    boolean otherSize = !sizes(next).equals(sizes(now));
    if (next.workload().writes() && !PlanUse.of(context.plan()).writes()) {
      throw refused(
          SetPoint.READ,
          "the plan only reads, so its targets are not open for writing; start a run whose plan"
              + " writes");
    }
    if (otherSize && next.workload().distribution() instanceof Distribution.FullCoverage) {
      throw refused(
          SetPoint.BLOCK_SIZE,
          "a full coverage goes through places of one size; take a workload of another"
              + " distribution");
    }
    for (Target target : context.targets()) {
      int alignment = target.alignmentBytes();
      if (otherSize && sizes(next).stream().anyMatch(size -> size % alignment != 0)) {
        throw refused(
            SetPoint.BLOCK_SIZE,
            "the size is no multiple of " + alignment + ", which " + target.uri() + " needs");
      }
    }
    List<String> tooMuch =
        LoadLimits.refusals(
            context.settings(),
            context.engine(),
            step.workers(),
            next.outstandingPerWorker(),
            next.workload().largestBytes());
    if (!tooMuch.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", tooMuch) + ".");
    }
    try {
      return context.pattern(next.workload());
    } catch (IllegalArgumentException e) {
      throw refused(SetPoint.BLOCK_SIZE, String.valueOf(e.getMessage()));
    }
  }

  private static List<Integer> sizes(SetPoints points) {
    return points.workload().lines().stream().map(line -> line.sizeBytes()).toList();
  }

  private static IllegalArgumentException refused(SetPoint point, String reason) {
    return new IllegalArgumentException("Set point " + point.key() + ": " + reason + ".");
  }

  private static List<String> differences(SetPoints before, SetPoints after) {
    List<String> differences = new ArrayList<>();
    for (SetPoint point : SetPoint.values()) {
      String from = before.text(point);
      String to = after.text(point);
      if (!from.equals(to)) {
        differences.add(point.key() + " from " + from + " to " + to);
      }
    }
    return differences;
  }
}
