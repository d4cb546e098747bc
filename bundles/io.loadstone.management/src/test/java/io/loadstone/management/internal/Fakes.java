package io.loadstone.management.internal;

import io.loadstone.api.engine.EngineOption;
import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.InvalidPlanException;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.plan.PlanProblem;
import io.loadstone.api.plan.PlanText;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.profile.ProfileSettings;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.ResultFormat;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.run.LiveFigures;
import io.loadstone.api.run.Preview;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.RunListener;
import io.loadstone.api.run.RunRefusedException;
import io.loadstone.api.run.Runs;
import io.loadstone.api.run.SetPoint;
import io.loadstone.api.run.SetPoints;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Refusal;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/** Stand-ins for the services that the management bundle asks. */
final class Fakes {
  private Fakes() {}

  /** A bundle context that keeps the listeners that were registered, and properties. */
  static final class Context {
    final List<RunListener> listeners = new CopyOnWriteArrayList<>();
    final Map<String, String> properties;

    Context(Map<String, String> properties) {
      this.properties = properties;
    }

    BundleContext bundleContext() {
      return (BundleContext)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {BundleContext.class},
              (_, method, arguments) ->
                  switch (method.getName()) {
                    case "getProperty" -> properties.get(arguments[0]);
                    case "getBundles" -> new org.osgi.framework.Bundle[0];
                    case "registerService" -> register((RunListener) arguments[1]);
                    case "addFrameworkListener", "removeFrameworkListener" -> null;
                    default -> throw new AssertionError(method);
                  });
    }

    private Object register(RunListener listener) {
      listeners.add(listener);
      return Proxy.newProxyInstance(
          getClass().getClassLoader(),
          new Class<?>[] {ServiceRegistration.class},
          (_, _, _) -> {
            listeners.remove(listener);
            return null;
          });
    }
  }

  /** A run that can be moved through its states. */
  static final class FakeRun implements Run {
    final String id;
    final Plan plan;
    volatile RunState state = RunState.QUEUED;
    volatile IoFigures total = IoFigures.NONE;
    volatile SetPoints setPoints;
    final List<Map<SetPoint, String>> changes = new ArrayList<>();
    int stops;
    int aborts;

    FakeRun(String id, Plan plan) {
      this.id = id;
      this.plan = plan;
    }

    @Override
    public RunSummary summary() {
      return new RunSummary(
          id, plan.name(), state, "", 1_000, state.ended() ? 2_000 : 0, plan.labels());
    }

    @Override
    public Plan plan() {
      return plan;
    }

    @Override
    public LiveFigures live() {
      return new LiveFigures(
          state,
          "step 1 of 2",
          0,
          2,
          "exchange-db",
          1,
          4,
          500,
          1_500_000_000L,
          7,
          IoFigures.NONE,
          total,
          total,
          Optional.empty(),
          new CpuFigures(12.5, 62, 4, 0, new HostFigures(30, 20, 8, 5, 4_000, 900)),
          new DeviceFigures(150, 614_400, 75, 307_200, 3.5, 80),
          3,
          40,
          60);
    }

    @Override
    public Optional<SetPoints> setPoints() {
      return Optional.ofNullable(setPoints);
    }

    @Override
    public void change(Map<SetPoint, String> wanted) {
      if (setPoints == null) {
        throw new IllegalStateException("No step is under way.");
      }
      changes.add(wanted);
    }

    @Override
    public void stop() {
      stops++;
    }

    @Override
    public void abort() {
      aborts++;
    }
  }

  /** A registry that accepts plans, unless it is told to refuse. */
  static final class FakeRuns implements Runs {
    final List<Run> recent = new ArrayList<>();
    String refusal = "";
    Refusal.Kind kind = Refusal.Kind.SAFETY;

    @Override
    public List<Run> recent() {
      return List.copyOf(recent);
    }

    @Override
    public Optional<Run> find(String id) {
      return recent.stream().filter(run -> run.summary().id().equals(id)).findFirst();
    }

    @Override
    public Preview preview(Plan plan) {
      AccessSpecification workload = AccessSpecification.of("exchange-db", 8_192, 60, 100);
      return new Preview(
          "sync",
          "sync is the best engine that this kernel allows.",
          List.of(
              TargetPreview.of(
                  new FoundTarget(
                      new TargetTraits(
                          plan.targets().getFirst(),
                          "file:/srv/t.dat",
                          1 << 30,
                          512,
                          PageCache.USED),
                      List.of("Creates /srv/t.dat and writes 1GiB."),
                      List.of("tmpfs knows no direct I/O.")))),
          List.of(
              new StepPlan(
                  0,
                  workload,
                  1,
                  4,
                  1,
                  Duration.ofSeconds(1),
                  Duration.ofSeconds(3),
                  Duration.ZERO),
              new StepPlan(
                  1,
                  workload,
                  1,
                  16,
                  1,
                  Duration.ofSeconds(1),
                  Duration.ofSeconds(3),
                  Duration.ZERO)),
          68,
          List.of("The load may be felt by others."),
          refusal.isEmpty() ? Optional.empty() : Optional.of(new Refusal(kind, refusal)));
    }

    @Override
    public Run start(Plan plan) throws RunRefusedException {
      if (!refusal.isEmpty()) {
        throw new RunRefusedException(new Refusal(kind, refusal));
      }
      FakeRun run = new FakeRun("20261130-18441" + recent.size() + "-7f3a", plan);
      recent.add(run);
      return run;
    }

    @Override
    public AgentInfo agent() {
      return new AgentInfo("1.2.3", "lab7", "Linux", 2, -1, "25", "tsc");
    }
  }

  /** Reads anything but "bad" as a plan, and remembers how it was asked. */
  static final class FakePlanText implements PlanText {
    Map<String, String> overrides = Map.of();
    private final Map<String, Plan> written = new HashMap<>();

    @Override
    public Plan read(String text, String source, Map<String, String> given)
        throws InvalidPlanException {
      if (!written.containsKey(text) || !given.isEmpty()) {
        overrides = Map.copyOf(given);
      }
      if (text.equals("bad")) {
        throw new InvalidPlanException(
            source, List.of(new PlanProblem(3, "workloads[0].blockSize", "\"5x\" is no size.")));
      }
      if (text.contains("\u0007")) {
        throw new InvalidPlanException(
            source, List.of(new PlanProblem(2, "labels", "control characters")));
      }
      return written.getOrDefault(text, plan("as-written"));
    }

    @Override
    public String toYaml(Plan plan) {
      String text = "name: " + plan.name() + "\n" + (plan.labels().isEmpty() ? "" : plan.labels());
      written.put(text, plan);
      return text;
    }

    @Override
    public String schema() {
      return "{}";
    }
  }

  static Plan plan(String name) {
    return Plan.of(
        name,
        List.of(TargetUri.parse("file:/srv/t.dat?size=1GiB")),
        List.of(
            new Phase.Measure(
                List.of(AccessSpecification.of("exchange-db", 8_192, 60, 100)),
                new Load(Sweep.parse("1"), Sweep.parse("4,16")),
                Duration.ofSeconds(1),
                Duration.ofSeconds(3),
                1,
                Duration.ZERO)));
  }

  /** A profile with one setting. */
  static Profile profile(String name) {
    return new Profile() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public String description() {
        return "Measures something.";
      }

      @Override
      public List<Setting> settings() {
        return List.of(new Setting("runTime", "how long", "30s"));
      }

      @Override
      public Plan plan(List<TargetUri> targets, Map<String, String> settings) {
        new ProfileSettings(settings(), settings).duration("runTime");
        return Fakes.plan(name);
      }
    };
  }

  /** An engine with nothing behind it. */
  static IoEngine engine(String name, String unavailable) {
    return new IoEngine() {
      @Override
      public EngineTraits traits() {
        return new EngineTraits(
            name, "Issues I/O.", true, true, 1, List.of(EngineOption.onOff("sqpoll", "Polls.")));
      }

      @Override
      public List<String> notes() {
        return List.of("no SQPOLL: EINVAL (22)");
      }

      @Override
      public Optional<String> unavailable() {
        return unavailable.isEmpty() ? Optional.empty() : Optional.of(unavailable);
      }

      @Override
      public Optional<String> refuses(TargetTraits target) {
        return Optional.empty();
      }

      @Override
      public IoQueue open(List<? extends Target> targets, QueueOptions options) {
        throw new AssertionError("nobody opens a queue here");
      }
    };
  }

  /** A format that writes the id, as often as it is told. */
  static ResultFormat format(String name, int times, boolean intervals) {
    return new ResultFormat() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public String description() {
        return "Text.";
      }

      @Override
      public void write(RunResult result, Intervals each, Appendable out) throws IOException {
        for (int i = 0; i < times; i++) {
          out.append(result.run().id());
        }
        if (intervals) {
          each.forEach(_ -> {});
        }
      }
    };
  }

  static IoFigures figures(long operations) {
    LatencyFigures latency = new LatencyFigures(operations, 1, 2.5, 1, 2, 3, 4, 5, 6, 7, 8);
    return new IoFigures(operations, operations * 4_096, 1, operations, 4.096, latency, latency);
  }
}
