package io.loadstone.core.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.RunState;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Target;
import io.loadstone.core.internal.load.AccessPattern;
import io.loadstone.core.internal.load.ArrivalSchedule;
import io.loadstone.core.internal.load.BulkJob;
import io.loadstone.core.internal.load.ErrorLog;
import io.loadstone.core.internal.load.Load;
import io.loadstone.core.internal.load.LoadControl;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the phases of a run share: its engine and open targets, its journal, its limits.
 *
 * @param run as others see it
 * @param journal tells the world
 * @param settings limits of this agent
 * @param engine the pinned one
 * @param targets open
 * @param layout how they are laid out
 * @param errors failed operations of the whole run
 * @param headroom measures it
 */
record RunContext(
    LiveRun run,
    RunJournal journal,
    Settings settings,
    IoEngine engine,
    List<Target> targets,
    Layout layout,
    ErrorLog errors,
    HeadroomProbe headroom) {
  private static final long POLL_NS = 20_000_000L;
  private static final long SECOND_NS = 1_000_000_000L;

  RunContext {
    targets = List.copyOf(targets);
  }

  Plan plan() {
    return run.plan();
  }

  String engineName() {
    return engine.traits().name();
  }

  List<String> targetNames() {
    return targets.stream().map(target -> target.uri().text()).toList();
  }

  /** What the page cache has to do with I/O on all targets together. */
  PageCache pageCache() {
    return targets.stream()
        .map(target -> target.traits().pageCache())
        .reduce(PageCache.NONE, PageCache::and);
  }

  /**
   * A piece of load on all targets.
   *
   * @param part differs between parts of a run, so that no two issue the same operations
   */
  Load load(
      AccessSpecification workload,
      int workers,
      int outstanding,
      Optional<OpenLoop> openLoop,
      long part)
      throws EndOfRun {
    long seed = seed(plan(), part);
    try {
      return new Load(
          engine,
          plan().engineOptions(),
          targets,
          pattern(workload),
          workers,
          outstanding,
          openLoop.map(open -> new ArrivalSchedule(open, workload.meanBytes(), seed)).orElse(null),
          seed,
          settings.loops(),
          threadName());
    } catch (IllegalArgumentException e) {
      throw EndOfRun.failed(String.valueOf(e.getMessage()));
    }
  }

  /** Of all that is random in a part of a run. */
  static long seed(Plan plan, long part) {
    return plan.seed() * 0x9E3779B97F4A7C15L + part;
  }

  /**
   * An access specification for these targets.
   *
   * @throws IllegalArgumentException if it does not fit; the message says where
   */
  AccessPattern pattern(AccessSpecification workload) {
    return new AccessPattern(workload, targets.stream().map(Target::sizeBytes).toList());
  }

  LoadDriver driver(Load load, LoadControl control) {
    return new LoadDriver(run, journal, load, control, errors, settings.drainTimeoutNs());
  }

  /** Waits without I/O, unless somebody asks for the end. */
  void pause(long ns) throws EndOfRun, InterruptedException {
    run.awaitRequest(ns);
    endIfRequested();
  }

  void endIfRequested() throws EndOfRun {
    Request request = run.request();
    if (request != null) {
      throw request.asEnd();
    }
  }

  /** Goes through whole targets, without data that differs from plan to plan. */
  void bulk(BulkJob.Work work, List<Target> which, String phrase, boolean finishes)
      throws EndOfRun, InterruptedException {
    bulk(work, which, DataContent.UNIQUE, phrase, finishes);
  }

  /**
   * Goes through whole targets.
   *
   * @param data what is written, or was
   * @param phrase what people see, before the percentage
   * @param finishes whether it goes on after a request to stop; a request to cancel ends it always
   */
  void bulk(
      BulkJob.Work work, List<Target> which, DataContent data, String phrase, boolean finishes)
      throws EndOfRun, InterruptedException {
    LoadControl control = new LoadControl();
    BulkJob job = new BulkJob(work, engine, which, control, data, threadName() + "-bulk");
    try (TargetWatch looking = TargetWatch.start(threadName() + "-targets", which, control)) {
      job.start();
      watch(job, work, control, phrase, finishes);
      if (job.failure() != null) {
        looking.look(SECOND_NS);
      }
    } finally {
      control.cancel();
    }
    String failure = job.failure();
    if (failure != null) {
      throw EndOfRun.failed(failure);
    }
    if (!finishes) {
      endIfRequested();
    }
  }

  private void watch(
      BulkJob job, BulkJob.Work work, LoadControl control, String phrase, boolean finishes)
      throws EndOfRun {
    long askedNs = 0;
    long beganNs = System.nanoTime();
    while (!job.awaitEnd(POLL_NS)) {
      Request request = run.request();
      if (request != null && (request.cancels() || !finishes)) {
        journal.state(RunState.STOPPING);
        control.cancel();
      }
      // A flush can't be cancelled. It may take its time (gigabytes may be in the page cache), but
      // not the time of somebody who wants the end.
      boolean ending =
          control.mode() != LoadControl.Mode.RUN || (work == BulkJob.Work.FLUSH && request != null);
      askedNs = ending && askedNs == 0 ? System.nanoTime() : askedNs;
      if (ending && System.nanoTime() - askedNs > settings.drainTimeoutNs()) {
        control.cancel();
        throw EndOfRun.failed(
            phrase
                + " did not end within "
                + settings.drainTimeoutNs() / SECOND_NS
                + " s; the target or its driver hangs.");
      }
      if (work == BulkJob.Work.FLUSH) {
        // Most are over before anybody could read it.
        if (System.nanoTime() - beganNs > SECOND_NS) {
          journal.activity(phrase, -1);
        }
      } else {
        double share = job.totalBytes() == 0 ? 1 : (double) job.doneBytes() / job.totalBytes();
        journal.activity(
            String.format(Locale.ROOT, "%s %d %%", phrase, (int) (100 * share)),
            journal.progress().leftByShare(share));
      }
    }
  }

  private String threadName() {
    return "loadstone-" + run.id();
  }
}
