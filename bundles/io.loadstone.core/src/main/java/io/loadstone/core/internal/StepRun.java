package io.loadstone.core.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.run.ResultStore.UnfinishedStep;
import io.loadstone.api.target.Layout;
import io.loadstone.core.internal.account.HiccupMeter;
import io.loadstone.core.internal.account.IntervalPress;
import io.loadstone.core.internal.account.Slice;
import io.loadstone.core.internal.account.StepJudge;
import io.loadstone.core.internal.account.StepSum;
import io.loadstone.core.internal.account.TimeLine;
import io.loadstone.core.internal.load.BulkJob;
import io.loadstone.core.internal.load.DataSample;
import io.loadstone.core.internal.load.Load;
import io.loadstone.core.internal.load.LoadControl;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Runs one step: ramp-up and run time one after the other, its intervals, its result.
 *
 * <p><b>Threads:</b> the run's coordinating thread.
 */
final class StepRun implements LoadDriver.Watcher {
  private final RunContext context;
  private final StepPlan step;
  private final StepSum sum = new StepSum();
  private final IntervalPress press;
  private final List<String> remarks = new ArrayList<>();
  private final String activity;
  // Of the interval under way.
  private final List<String> notes = new ArrayList<>();
  private @Nullable LiveSetPoints setPoints;
  private @Nullable TimeLine time;
  private long quietIntervals;
  private Headroom headroom = Headroom.none("");

  StepRun(RunContext context, StepPlan step, int steps) {
    this.context = context;
    this.step = step;
    this.press = new IntervalPress(step.index());
    this.activity =
        "step "
            + (step.index() + 1)
            + " of "
            + steps
            + ": "
            + step.workload().name()
            + ", "
            + step.loadText();
  }

  void run() throws EndOfRun, InterruptedException {
    RunJournal journal = context.journal();
    journal.activity(
        activity,
        step.rampUp().plus(step.runTime()).toNanos() / 1e9 + journal.progress().overheadSeconds());
    Load load =
        context.load(
            step.workload(),
            step.workers(),
            step.outstandingPerWorker(),
            step.openLoop(),
            step.index() + 1L);
    headroom = context.headroom().beforeStep(context, step, load);
    journal.stepBegan(step, context.targetNames(), context.engineName(), context.pageCache());
    Driven driven = drive(load);
    EndOfRun end = driven.end();
    if (!driven.leftBehind() && (end == null || end.state() == RunState.STOPPED)) {
      end = flush(end);
    }
    headroom = headroomAfter(load, end);
    try {
      conclude(driven, end);
    } catch (EndOfRun e) {
      // The journal tries again at the run's end; the first reason is the one that people need.
      end = end == null ? e : end;
    }
    if (end != null) {
      throw end;
    }
  }

  /**
   * What driving the load left: why it ended early, if it did, and what the judge wants to know.
   */
  private record Driven(
      @Nullable EndOfRun end,
      boolean leftBehind,
      int usableCores,
      long longestHiccupNs,
      DataSample sample) {}

  private Driven drive(Load load) throws EndOfRun, InterruptedException {
    try (LoadDriver driver = context.driver(load, new LoadControl());
        HiccupMeter hiccups = HiccupMeter.start(load.name() + "-hiccups")) {
      long longestHiccupNs = driver.ready() ? measure(load, driver, hiccups) : 0;
      EndOfRun end = driver.end();
      context
          .errors()
          .takeNotes()
          .forEach(note -> remarks.add("After the last interval: " + note + "."));
      return new Driven(
          end,
          driver.leftBehind(),
          driver.crew().usableCores(),
          longestHiccupNs,
          driver.crew().sample());
    }
  }

  /** Returns the longest hiccup of the measured time. */
  private long measure(Load load, LoadDriver driver, HiccupMeter hiccups)
      throws EndOfRun, InterruptedException {
    if (context.settings().concurrentRuns() == 1) {
      // While nothing goes on yet: what the step before left behind would otherwise be
      // collected in the middle of this one, and what this one holds is moved out of the
      // collector's way. Another run at the same time would be paused by it.
      System.gc();
    }
    RunJournal journal = context.journal();
    long nowNs = System.nanoTime();
    TimeLine line =
        TimeLine.from(
            journal.clock().epochMs(nowNs),
            nowNs,
            step.rampUp().toNanos(),
            step.runTime().toNanos());
    time = line;
    journal.state(step.rampUp().isZero() ? RunState.RUNNING : RunState.RAMPING);
    hiccups.watch(line.measureNs(), line.endNs());
    LiveSetPoints points = new LiveSetPoints(context, step, load, driver.crew());
    setPoints = points;
    context.run().setPoints(points);
    long longestHiccupNs;
    try {
      driver.drive(line, this);
      // A step that ends early drains next, which is no part of what was measured.
      longestHiccupNs = hiccups.longestNs();
    } finally {
      context.run().setPoints(null);
      points.end();
    }
    tellChanges();
    return longestHiccupNs;
  }

  @Override
  public void slice(Slice slice) throws EndOfRun {
    notes.addAll(context.errors().takeNotes());
    context.targets().forEach(target -> notes.addAll(target.takeNotes()));
    tellChanges();
    Interval interval = press.press(slice, notes).orElse(null);
    if (interval == null) {
      return;
    }
    notes.clear();
    if (!interval.rampUp() && interval.total().operations() == 0) {
      quietIntervals++;
    }
    context.journal().activity(activity, secondsLeft());
    context.journal().interval(interval);
    // Only what is in the store counts.
    sum.add(interval, press);
  }

  private void tellChanges() throws EndOfRun {
    LiveSetPoints points = setPoints;
    if (points != null) {
      for (Annotation change : points.takeUntold()) {
        context.journal().annotate(change);
        notes.add(change.text());
        sum.changed();
      }
    }
  }

  @Override
  public void look() throws EndOfRun {
    tellChanges();
    TimeLine line = time;
    boolean ramping = context.run().summary().state() == RunState.RAMPING;
    if (line != null && ramping && !line.rampUp(System.nanoTime())) {
      context.journal().state(RunState.RUNNING);
    }
  }

  // What was measured before the step is the load as planned, and what a changed one does must not
  // be judged by it.
  private Headroom headroomAfter(Load load, @Nullable EndOfRun end) throws InterruptedException {
    LiveSetPoints points = setPoints;
    if (points != null && points.changes() > 0) {
      return Headroom.none("Set points were changed while the step ran.");
    }
    return end == null ? context.headroom().afterStep(context, step, load, sum.iops()) : headroom;
  }

  private double secondsLeft() {
    TimeLine line = time;
    return line == null ? -1 : Math.max(0, line.endNs() - System.nanoTime()) / 1e9;
  }

  private void conclude(Driven driven, @Nullable EndOfRun end) throws EndOfRun {
    if (!sum.measured()) {
      return;
    }
    remark(end);
    remarks.addAll(sum.remarks());
    GeneratorFigures generator =
        press.generator(headroom.against(sum.iops()), driven.longestHiccupNs());
    StepJudge judge =
        new StepJudge(
            context.engineName(),
            context.engine().traits().measuresTargets(),
            driven.usableCores(),
            sum.measuredNs(),
            press.loops(),
            generator,
            sum.arrivals(),
            step.openLoop().map(open -> open.arrivals().burst()).orElse(1),
            remarks);
    UnfinishedStep begun =
        new UnfinishedStep(step, context.targetNames(), context.engineName(), context.pageCache());
    context.journal().stepEnded(sum.result(begun, generator, driven.sample().figures(), judge));
  }

  private void remark(@Nullable EndOfRun end) {
    if (end != null) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "The step ended after %.1f of %.1f s: %s",
              sum.measuredNs() / 1e9,
              step.runTime().toNanos() / 1e9,
              end.reason()));
    }
    LiveSetPoints points = setPoints;
    if (points != null && points.changes() > 0) {
      remarks.add(
          "Set points were changed "
              + (points.changes() == 1 ? "once" : points.changes() + " times")
              + " while the step ran; the journal says when and how. Its totals are of no fixed"
              + " load.");
    }
    if (quietIntervals > 0) {
      remarks.add(
          "In "
              + quietIntervals
              + (quietIntervals == 1 ? " interval" : " intervals")
              + " no operation completed.");
    }
    boolean reads = step.workload().lines().stream().mapToDouble(AccessLine::readPercent).sum() > 0;
    if (reads && context.layout() == Layout.SPARSE) {
      remarks.add("The layout is sparse: reads of what was not written never reached a device.");
    }
  }

  // What was written is made durable, so that an error that the system kept back is told, and how
  // long that takes.
  private @Nullable EndOfRun flush(@Nullable EndOfRun end) throws InterruptedException {
    Request request = context.run().request();
    LiveSetPoints points = setPoints;
    boolean wrote = points == null ? step.workload().writes() : points.wrote();
    if (!wrote || (request != null && request.cancels())) {
      return end;
    }
    long beganNs = System.nanoTime();
    try {
      context.bulk(BulkJob.Work.FLUSH, context.targets(), "flushing", true);
      sum.flushed(System.nanoTime() - beganNs);
      return end;
    } catch (EndOfRun e) {
      return end == null ? e : new EndOfRun(end.state(), end.reason() + " " + e.reason());
    }
  }
}
