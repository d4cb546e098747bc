package io.loadstone.core.internal;

import io.loadstone.api.control.LiveSettings;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.plan.PlanText;
import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.RunState;
import io.loadstone.api.run.ResultStore;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.RunListener;
import io.loadstone.api.run.RunRefusedException;
import io.loadstone.api.target.Refusal;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of runs and the leases on targets: a run begins when a place is free and nobody before
 * it holds or waits for one of its targets.
 *
 * <p><b>Threads:</b> any. The lock is never held while a run is waited for.
 */
final class RunRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(RunRegistry.class);
  private static final int KEPT_ENDED = 20;
  private static final int MOST_QUEUED = 100;
  private static final long GRACE_NS = 5_000_000_000L;
  private static final DateTimeFormatter ID_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final AgentInfo agent;
  private final ResultStore store;
  private final PlanText planText;
  private final Services services;
  private final LiveSettings<Settings> settings;
  private final SecureRandom random = new SecureRandom();
  private final List<LiveRun> queued = new ArrayList<>();
  private final List<LiveRun> live = new ArrayList<>();
  private final List<LiveRun> ended = new ArrayList<>();
  private final Set<LiveRun> unannounced = new HashSet<>();
  private boolean closed;

  RunRegistry(
      AgentInfo agent,
      ResultStore store,
      PlanText planText,
      Services services,
      LiveSettings<Settings> settings) {
    this.agent = agent;
    this.store = store;
    this.planText = planText;
    this.services = services;
    this.settings = settings;
  }

  AgentInfo agent() {
    return agent;
  }

  synchronized List<Run> recent() {
    List<Run> all = new ArrayList<>(ended);
    all.addAll(live);
    all.addAll(queued);
    return List.copyOf(all);
  }

  PlanJudge.Judgement judge(Plan plan) {
    return PlanJudge.judge(plan, services, settings.current(), refusalOfStore());
  }

  private Optional<Refusal> refusalOfStore() {
    try {
      store.runs(1);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(refused(e));
    }
  }

  private static Refusal refused(IOException e) {
    return new Refusal(
        Refusal.Kind.IMPOSSIBLE_NOW, "The result store refuses the run: " + e.getMessage());
  }

  Run start(Plan plan) throws RunRefusedException {
    PlanJudge.Judgement judgement = judge(plan);
    if (judgement.preview().refusal().isPresent()) {
      throw new RunRefusedException(judgement.preview().refusal().get());
    }
    String text = planText.toYaml(plan);
    LiveRun run;
    synchronized (this) {
      if (closed) {
        throw notNow("The agent is stopping; start the run when it is back.");
      }
      if (queued.size() >= MOST_QUEUED) {
        throw notNow(MOST_QUEUED + " runs wait already; wait for some of them or stop them.");
      }
      run =
          new LiveRun(
              newId(),
              plan,
              judgement.identities(),
              judgement.preview().steps().size(),
              System.currentTimeMillis(),
              waitsFor(),
              this::dispatch);
      try {
        store.accepted(run.summary(), text, agent);
      } catch (IOException e) {
        throw new RunRefusedException(refused(e));
      }
      queued.add(run);
      unannounced.add(run);
    }
    // Nobody is to hear of its states before they heard of it.
    tell(listener -> listener.accepted(run));
    synchronized (this) {
      unannounced.remove(run);
    }
    dispatch();
    return run;
  }

  private String waitsFor() {
    return Stream.concat(live.stream(), queued.stream())
        .reduce((_, later) -> later)
        .map(before -> "waits for run " + before.id() + " to end")
        .orElse("is about to begin");
  }

  private static RunRefusedException notNow(String reason) {
    return new RunRefusedException(new Refusal(Refusal.Kind.IMPOSSIBLE_NOW, reason));
  }

  synchronized void dispatch() {
    Set<String> taken = new HashSet<>();
    live.forEach(run -> taken.addAll(run.identities()));
    for (LiveRun run : List.copyOf(queued)) {
      boolean free = run.identities().stream().noneMatch(taken::contains);
      boolean ending = run.request() != null;
      if (unannounced.contains(run)) {
        taken.addAll(run.identities());
        continue;
      }
      if (ending || (free && live.size() < settings.current().concurrentRuns())) {
        queued.remove(run);
        live.add(run);
        begin(run);
      }
      // Nobody overtakes a run that waits for the same target.
      taken.addAll(run.identities());
    }
  }

  private void begin(LiveRun run) {
    Thread thread =
        Thread.ofPlatform()
            .name("loadstone-" + run.id())
            .daemon()
            .unstarted(
                new RunCoordinator(run, services, store, settings.current(), () -> isOver(run)));
    thread.setContextClassLoader(null);
    thread.start();
  }

  private void isOver(LiveRun run) {
    List<LiveRun> forgotten = new ArrayList<>();
    boolean idle;
    synchronized (this) {
      live.remove(run);
      idle = live.isEmpty() && queued.isEmpty();
      ended.add(run);
      while (ended.size() > KEPT_ENDED) {
        forgotten.add(ended.removeFirst());
      }
    }
    forgotten.forEach(old -> tell(listener -> listener.forgotten(old)));
    dispatch();
    if (idle) {
      // An idle agent holds no memory of runs that are over, and nobody is disturbed.
      System.gc();
    }
  }

  /**
   * Something that runs may use goes away: fails those that do, and waits for them in bounded time.
   */
  void goes(Object service, String what) {
    List<LiveRun> using;
    synchronized (this) {
      using = live.stream().filter(run -> run.uses(service)).toList();
    }
    using.forEach(run -> run.request(AgentRuns.gone(what)));
    await(using);
  }

  /** Ends everything as stopped, in bounded time. Safe to repeat. */
  void close() {
    List<LiveRun> all;
    synchronized (this) {
      closed = true;
      all = new ArrayList<>(live);
      all.addAll(queued);
    }
    all.forEach(run -> run.request(new Request(false, RunState.STOPPED, "The agent was stopped.")));
    dispatch();
    await(all);
  }

  private void await(List<LiveRun> runs) {
    long deadline = System.nanoTime() + settings.current().drainTimeoutNs() + GRACE_NS;
    try {
      for (LiveRun run : runs) {
        if (!run.awaitOver(Math.max(1, deadline - System.nanoTime()))) {
          LOG.error("Run {} did not end in time and is left behind", run.id());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // Two runs may be accepted in one second; the rest of the id tells them apart.
  private String newId() {
    String time = ID_TIME.format(Instant.now());
    while (true) {
      String id = time + String.format(Locale.ROOT, "-%04x", random.nextInt(1 << 16));
      if (recent().stream().noneMatch(run -> run.summary().id().equals(id))) {
        return id;
      }
    }
  }

  private void tell(Consumer<RunListener> news) {
    for (RunListener listener : services.listeners()) {
      try {
        news.accept(listener);
      } catch (RuntimeException | LinkageError e) {
        LOG.warn("The listener {} failed", listener, e);
      }
    }
  }
}
