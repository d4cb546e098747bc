package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.target.Layout;
import io.loadstone.core.internal.load.ErrorLog;
import io.loadstone.core.internal.load.Load;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When it is measured, and when again. */
class HeadroomProbeTest {
  private static final double SLOW = 0.001;

  private final ScriptedEngine engine = ScriptedEngine.asynchronous();
  private final ScriptedEngine nothing = new ScriptedEngine("whatever", true, false, 0);
  private final AtomicLong compiledMs = new AtomicLong(1000);
  private final RunContext context = context();

  private RunContext context() {
    Services services = new Services();
    services.add(engine);
    services.add(nothing);
    LiveRun run =
        new LiveRun(
            "r",
            TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 1000)),
            List.of(),
            1,
            0,
            "",
            () -> {});
    RunJournal journal =
        new RunJournal(run, new MemoryStore(), services, new Progress(1, 0, System::nanoTime));
    return new RunContext(
        run,
        journal,
        Settings.of(1, 1, 2, 64 << 20),
        engine,
        List.of(MemoryTarget.of(1 << 20)),
        Layout.WRITTEN,
        new ErrorLog(1, List.of("a")),
        new HeadroomProbe(services, compiledMs::get));
  }

  private static StepPlan step(AccessSpecification workload, int outstanding, int pass) {
    return new StepPlan(
        pass, workload, 1, outstanding, pass, Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO);
  }

  private Load load(StepPlan step) throws Exception {
    return context.load(
        step.workload(), step.workers(), step.outstandingPerWorker(), step.openLoop(), 1);
  }

  private Headroom before(StepPlan step) throws Exception {
    return context.headroom().beforeStep(context, step, load(step));
  }

  private Headroom after(StepPlan step, double iops) throws Exception {
    return context.headroom().afterStep(context, step, load(step), iops);
  }

  @Test
  void aLoadThatARunRepeatsIsMeasuredOnce() throws Exception {
    Headroom first = before(step(TestAgent.reads(), 1, 1));

    assertThat(before(step(TestAgent.reads(), 1, 2))).isEqualTo(first);
    assertThat(nothing.queuesOpened).hasValue(1);
    before(step(TestAgent.reads(), 2, 1));
    assertThat(nothing.queuesOpened).hasValue(2);
    before(step(TestAgent.mixed(), 2, 1));
    assertThat(nothing.queuesOpened).hasValue(3);
    assertThat(engine.queuesOpened).hasValue(0);
  }

  @Test
  void afterAStepThatItDoesNotSpeakAgainstItStands() throws Exception {
    StepPlan step = step(TestAgent.reads(), 1, 1);
    Headroom before = before(step);
    compiledMs.addAndGet(20);

    assertThat(after(step, SLOW)).isEqualTo(before);
    assertThat(nothing.queuesOpened).hasValue(1);
  }

  @Test
  void codeThatWasCompiledMeanwhileIsMeasuredAgain() throws Exception {
    StepPlan step = step(TestAgent.reads(), 1, 1);
    nothing.latencyNs = 4_000_000; // as if interpreted
    Headroom before = before(step);
    compiledMs.addAndGet(21);
    nothing.latencyNs = 0;

    Headroom after = after(step, SLOW);
    assertThat(before.noopIops()).isLessThan(280);
    assertThat(after.noopIops()).isGreaterThan(300);
    assertThat(nothing.queuesOpened).hasValue(2);
    // Nothing was compiled since, and the better figure is the one that is kept.
    assertThat(after(step, SLOW)).isEqualTo(after);
    assertThat(before(step)).isEqualTo(after);
  }

  @Test
  void aSecondFigureThatIsWorseDoesNotCount() throws Exception {
    StepPlan step = step(TestAgent.reads(), 1, 1);
    Headroom before = before(step);
    nothing.latencyNs = 4_000_000;

    assertThat(after(step, before.noopIops())).isEqualTo(before);
    assertThat(nothing.queuesOpened).hasValue(2);
  }

  @Test
  void whatWasNotMeasuredIsNotMeasuredLater() throws Exception {
    StepPlan step = step(TestAgent.reads(), 1, 1);
    nothing.breaks = true;
    Headroom before = before(step);
    nothing.breaks = false;
    compiledMs.addAndGet(1000);

    assertThat(after(step, SLOW)).isEqualTo(before);
    assertThat(before.notMeasured()).contains("EBADF");
  }
}
