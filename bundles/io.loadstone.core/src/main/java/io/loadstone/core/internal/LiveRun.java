package io.loadstone.core.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.run.LiveFigures;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.SetPoint;
import io.loadstone.api.run.SetPoints;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.core.internal.load.LoadControl;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A run as others see it. Its coordinator writes, everybody reads; nothing here waits for a loop.
 */
final class LiveRun implements Run {
  private final Plan plan;
  private final List<String> identities;
  private final Runnable onRequest;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile RunSummary summary;
  private volatile LiveFigures live;
  private volatile @Nullable Request request;
  private volatile @Nullable LiveSetPoints setPoints;
  private volatile @Nullable LoadControl load;
  private volatile @Nullable IoEngine engine;
  private volatile List<TargetProvider> providers = List.of();

  /**
   * @param identities keys of the leases that it needs
   * @param steps how many it has
   * @param waitsFor a phrase: which run is before it
   * @param onRequest called when somebody asked for the end: a waiting run must not wait for that
   */
  LiveRun(
      String id,
      Plan plan,
      List<String> identities,
      int steps,
      long acceptedEpochMs,
      String waitsFor,
      Runnable onRequest) {
    this.plan = plan;
    this.onRequest = onRequest;
    this.identities = List.copyOf(identities);
    summary =
        new RunSummary(id, plan.name(), RunState.QUEUED, "", acceptedEpochMs, 0, plan.labels());
    live =
        new LiveFigures(
            RunState.QUEUED,
            waitsFor,
            -1,
            steps,
            "",
            0,
            0,
            0,
            0,
            0,
            IoFigures.NONE,
            IoFigures.NONE,
            IoFigures.NONE,
            Optional.empty(),
            CpuFigures.UNKNOWN,
            DeviceFigures.UNKNOWN,
            0,
            0,
            -1);
  }

  String id() {
    return summary.id();
  }

  List<String> identities() {
    return identities;
  }

  @Override
  public RunSummary summary() {
    return summary;
  }

  @Override
  public Plan plan() {
    return plan;
  }

  @Override
  public LiveFigures live() {
    return live;
  }

  @Override
  public Optional<SetPoints> setPoints() {
    return Optional.ofNullable(setPoints).map(LiveSetPoints::now);
  }

  @Override
  public void change(Map<SetPoint, String> changes) {
    LiveSetPoints of = setPoints;
    if (of == null) {
      throw noStep();
    }
    of.change(changes);
  }

  /** Why no set point can be changed now. */
  IllegalStateException noStep() {
    RunState state = summary.state();
    return new IllegalStateException(
        state.ended()
            ? "The run "
                + id()
                + " has ended and is "
                + state
                + ": set points can be changed while a step ramps up or measures."
            : "No step is under way: set points can be changed while a step ramps up or measures.");
  }

  /** A step has begun, or is over. */
  void setPoints(@Nullable LiveSetPoints ofStep) {
    setPoints = ofStep;
  }

  @Override
  public void stop() {
    request(Request.STOP);
  }

  @Override
  public void abort() {
    request(Request.ABORT);
  }

  /**
   * Asks for the end. The first reason stays; a later request can only turn a drain into a cancel.
   */
  void request(Request wanted) {
    synchronized (this) {
      Request before = request;
      if (before == null) {
        request = wanted;
      } else if (wanted.cancels() && !before.cancels()) {
        request = new Request(true, before.state(), before.reason());
      }
      notifyAll();
    }
    LoadControl goesOn = load;
    if (goesOn != null) {
      // Not by way of the coordinator, which may not get a processor among thousands of loops.
      wanted.tell(goesOn);
    }
    onRequest.run();
  }

  /**
   * Names the load that a request for the end is told to at once; null if there is none. Whoever
   * names one looks at {@link #request} next.
   */
  void load(@Nullable LoadControl underWay) {
    load = underWay;
  }

  /** What was asked for; null if nothing was. */
  @Nullable Request request() {
    return request;
  }

  /** Waits until somebody asks for the end or the time is over. */
  synchronized void awaitRequest(long timeoutNs) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutNs;
    for (long left = timeoutNs; request == null && left > 0; left = deadline - System.nanoTime()) {
      wait(left / 1_000_000, (int) (left % 1_000_000));
    }
  }

  /** Remembers what is in use, so that its going away can be told to this run. */
  void uses(@Nullable IoEngine usedEngine, List<TargetProvider> usedProviders) {
    engine = usedEngine;
    providers = List.copyOf(usedProviders);
  }

  boolean uses(Object service) {
    return service.equals(engine) || providers.stream().anyMatch(service::equals);
  }

  void summary(RunSummary changed) {
    summary = changed;
  }

  void live(LiveFigures changed) {
    live = changed;
  }

  /** Called last: everything of this run is closed. */
  void isOver() {
    over.countDown();
  }

  boolean awaitOver(long timeoutNs) throws InterruptedException {
    return over.await(timeoutNs, TimeUnit.NANOSECONDS);
  }
}
