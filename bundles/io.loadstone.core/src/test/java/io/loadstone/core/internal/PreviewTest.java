package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.run.Preview;
import io.loadstone.api.run.RunRefusedException;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Refusal;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PreviewTest {
  private final ScriptedEngine uring = new ScriptedEngine("uring", true, true, 100);
  private final ScriptedEngine sync = new ScriptedEngine("sync", false, true, 10);
  private final ScriptedEngine noop = new ScriptedEngine("noop", true, false, 0);

  private static Plan plan(String engine, AccessSpecification workload, String... targets) {
    return plan(engine, Map.of(), workload, targets);
  }

  private static Plan plan(
      String engine,
      Map<String, String> engineOptions,
      AccessSpecification workload,
      String... targets) {
    return new Plan(
        "test",
        java.util.Arrays.stream(targets).map(TargetUri::parse).toList(),
        engine,
        engineOptions,
        DirectMode.AUTO,
        ErrorPolicy.STOP,
        false,
        List.of(),
        false,
        1,
        Map.of(),
        List.of(measure(workload)));
  }

  private static Phase measure(AccessSpecification workload) {
    return TestAgent.measure(workload, "1", "1..4", 1000, 3000);
  }

  private static Plan plan(String engine) {
    return plan(engine, TestAgent.reads(), "mem:a");
  }

  private Preview preview(Plan plan) {
    try (TestAgent agent = new TestAgent(noop, sync, uring)) {
      Preview preview = agent.runs.preview(plan);
      if (preview.refusal().isPresent()) {
        assertThatThrownBy(() -> agent.runs.start(plan))
            .isInstanceOfSatisfying(
                RunRefusedException.class,
                e -> assertThat(e.refusal()).isEqualTo(preview.refusal().get()));
        assertThat(agent.store.isEmpty()).isTrue();
      }
      assertThat(agent.targets.targets).isEmpty();
      return preview;
    }
  }

  @Test
  void autoTakesTheBestEngineAndSaysWhy() {
    Preview preview = preview(plan("auto"));
    assertThat(preview.engine()).isEqualTo("uring");
    assertThat(preview.engineReason()).startsWith("uring, the best");
    assertThat(preview.steps()).hasSize(4);
    assertThat(preview.estimatedSeconds()).isEqualTo(16 + 4 * 1.0);
    assertThat(preview.refusal()).isEmpty();
  }

  @Test
  void autoPassesOverWhatCanNotBeUsedAndSaysWhy() {
    uring.unavailable = Optional.of("the kernel forbids io_uring; allow it");
    Preview preview = preview(plan("auto"));
    assertThat(preview.engine()).isEqualTo("sync");
    assertThat(preview.engineReason())
        .contains("passed over: uring (the kernel forbids io_uring; allow it)");
  }

  @Test
  void anEngineWithoutIoNeverStandsInForOneThatIsUnavailable() {
    uring.unavailable = Optional.of("no kernel");
    sync.refuses = Optional.of("it drives no such target");
    Preview preview = preview(plan("auto"));
    assertThat(preview.engine()).isEmpty();
    assertThat(preview.refusal().map(Refusal::reason))
        .hasValueSatisfying(r -> assertThat(r).contains("no kernel").contains("performs no I/O"));
  }

  @Test
  void anEngineWithoutIoIsTakenForTargetsOfItsOwnName() {
    ScriptedEngine own = new ScriptedEngine("mem", true, false, 0);
    uring.refuses = Optional.of("it is no path");
    try (TestAgent agent = new TestAgent(own, uring)) {
      assertThat(agent.runs.preview(plan("auto")).engine()).isEqualTo("mem");
    }
  }

  @Test
  void anUnknownEngineIsRefusedWithTheNearestNameAndTheList() {
    assertThat(preview(plan("urng")).refusal().map(Refusal::reason))
        .hasValue(
            "There is no engine urng (did you mean uring?); there are: noop, sync, uring, and auto,"
                + " which takes the best of them");
  }

  private Optional<String> refusalOf(String engine, Map<String, String> engineOptions) {
    return preview(plan(engine, engineOptions, TestAgent.reads(), "mem:a"))
        .refusal()
        .map(Refusal::reason);
  }

  @Test
  void anUnknownOptionOfTheEngineIsRefusedWithTheNearestNameAndTheList() {
    assertThat(refusalOf("uring", Map.of("sqpol", "true")))
        .hasValue(
            "engineOptions.sqpol: the engine uring has no such option (did you mean sqpoll?); it"
                + " has: advice, sqpoll");
  }

  @Test
  void aValueThatAnOptionDoesNotKnowIsRefusedWithThoseThatItKnows() {
    assertThat(refusalOf("auto", Map.of("advice", "often")))
        .hasValue("engineOptions.advice: \"often\" is not allowed here; allowed: normal, random");
    assertThat(refusalOf("uring", Map.of("sqpoll", "yes")))
        .hasValue("engineOptions.sqpoll: \"yes\" is not allowed here; allowed: false, true");
    assertThat(refusalOf("uring", Map.of("sqpoll", "true", "advice", "random"))).isEmpty();
  }

  @Test
  void anOptionThatThisMachineDoesNotHaveIsRefusedWithTheReason() {
    uring.refusesOptions = Optional.of("the kernel has no polling thread");
    assertThat(refusalOf("uring", Map.of("sqpoll", "true")))
        .hasValue("The engine uring can't be used: the kernel has no polling thread");
    assertThat(refusalOf("uring", Map.of())).isEmpty();
  }

  @Test
  void soManyThreadsThatTheSchedulerIsMeasuredAreWarnedOf() {
    int processors = Runtime.getRuntime().availableProcessors();
    assertThat(ofThreads(128 * processors).warnings()).isEmpty();
    Preview most = ofThreads(512 * processors);
    assertThat(most.refusal()).isEmpty();
    assertThat(most.warnings())
        .containsExactly(
            "The engine sync takes a thread for each outstanding I/O: "
                + 512 * processors
                + " threads on "
                + processors
                + " processors. On a fast target steps end late, and the figures are those of the"
                + " scheduler; take an asynchronous engine or a lower load.");
  }

  @Test
  void soManyThreadsThatNoRequestWouldGetThroughAreRefused() {
    int processors = Runtime.getRuntime().availableProcessors();
    assertThat(ofThreads(512 * processors + 1).refusal().orElseThrow().reason())
        .contains(
            "The engine sync needs a thread for each of "
                + (512 * processors + 1)
                + " outstanding I/Os; allowed are "
                + 512 * processors
                + " on "
                + processors
                + " processors; lower the load or use an asynchronous engine");
  }

  private Preview ofThreads(int outstanding) {
    try (TestAgent agent = new TestAgent(sync)) {
      return agent.runs.preview(
          TestAgent.plan(
              TestAgent.measure(TestAgent.reads(), "1", String.valueOf(outstanding), 0, 1000)));
    }
  }

  @Test
  void autoPassesOverAnEngineWhoseFiguresNeedExplaining() {
    uring.caution = Optional.of("one at a time here");
    Preview preview = preview(plan("auto"));
    assertThat(preview.engine()).isEqualTo("sync");
    assertThat(preview.engineReason()).contains("passed over: uring (one at a time here)");
    assertThat(preview.warnings()).isEmpty();
  }

  @Test
  void aPlanThatNamesSuchAnEngineGetsItWithTheExplanation() {
    uring.caution = Optional.of("one at a time here");
    Preview preview = preview(plan("uring"));
    assertThat(preview.engine()).isEqualTo("uring");
    assertThat(preview.warnings()).containsExactly("one at a time here");
  }

  @Test
  void anUnknownKindOfTargetIsRefusedWithTheList() {
    assertThat(preview(plan("auto", TestAgent.reads(), "men:a")).refusal().map(Refusal::reason))
        .hasValue("There is no target of the kind men: (did you mean mem:?); there are: mem:");
  }

  // B099: four files of 1 GiB, each of which would fit, on a file system of 3 GiB. Loadstone
  // refuses
  // what would be written in full, since that is sure to fail; a sparse layout may never fill.
  @Test
  void targetsThatFitAloneAndNotTogetherAreFoundBeforehand() {
    FoundTarget.Space space =
        new FoundTarget.Space("ext4 (/dev/vdb, /srv)", 1L << 30, (3L << 30) + 5);
    String fact =
        "4 targets need 4294967296 more bytes together, and ext4 (/dev/vdb, /srv) has 3221225477"
            + " free";
    try (TestAgent agent = new TestAgent(noop, sync, uring)) {
      agent.targets.space = Optional.of(space);
      Refusal refusal =
          agent
              .runs
              .preview(prepared(Layout.WRITTEN, "mem:a", "mem:b", "mem:c", "mem:d"))
              .refusal()
              .orElseThrow();
      assertThat(refusal.kind()).isEqualTo(Refusal.Kind.IMPOSSIBLE_NOW);
      assertThat(refusal.reason())
          .isEqualTo(fact + "; take smaller sizes or other folders, or free some space");

      Preview sparse =
          agent.runs.preview(prepared(Layout.SPARSE, "mem:a", "mem:b", "mem:c", "mem:d"));
      assertThat(sparse.refusal()).isEmpty();
      assertThat(sparse.warnings())
          .contains(fact + "; writes will fail with ENOSPC when it is full.");

      Preview three = agent.runs.preview(prepared(Layout.WRITTEN, "mem:a", "mem:b", "mem:c"));
      assertThat(three.refusal()).isEmpty();
      assertThat(three.warnings()).isEmpty();
    }
  }

  private static Plan prepared(Layout layout, String... targets) {
    Plan measured = plan("auto", TestAgent.writes(), targets);
    return new Plan(
        measured.name(),
        measured.targets(),
        measured.engine(),
        measured.engineOptions(),
        measured.direct(),
        measured.onError(),
        measured.overwrite(),
        measured.destroy(),
        measured.removeAfter(),
        measured.seed(),
        measured.labels(),
        List.of(new Phase.Prepare(layout), measured.phases().getFirst()));
  }

  @Test
  void aTargetNamedTwiceIsRefused() {
    assertThat(
            preview(plan("auto", TestAgent.reads(), "mem:a", "mem:a?x=1"))
                .refusal()
                .map(Refusal::reason))
        .hasValueSatisfying(r -> assertThat(r).contains("are the same (mem:a)"));
  }

  /** B003, B037: 4KB is 4000 bytes, and every direct operation of that size would be EINVAL. */
  @Test
  void aBlockThatDoesNotFitTheTargetsAlignmentIsNamedWithTheValueAndTheMultiple() {
    AccessSpecification odd = AccessSpecification.of("odd", 4000, 100, 100);
    assertThat(preview(plan("auto", odd, "mem:a")).refusal().map(Refusal::reason))
        .hasValueSatisfying(
            r ->
                assertThat(r)
                    .contains("workload odd: size 4000 is no multiple of 512, which mem:a needs"));
  }

  @Test
  void aRangeSmallerThanABlockIsRefused() {
    AccessSpecification large = AccessSpecification.of("large", 16 << 20, 100, 100);
    assertThat(preview(plan("auto", large, "mem:a")).refusal().map(Refusal::reason))
        .hasValueSatisfying(r -> assertThat(r).contains("8388608").contains("16777216"));
  }

  @Test
  void aLoadBeyondTheLimitsIsRefusedWithTheLimit() {
    Plan deep = TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "40000", 0, 1000));
    assertThat(preview(deep).refusal().map(Refusal::reason))
        .hasValueSatisfying(
            r ->
                assertThat(r).contains("40000 on one queue").contains("32768").contains("buffers"));
    Plan threads =
        TestAgent.plan(
            "sync",
            ErrorPolicy.STOP,
            "mem:a",
            TestAgent.measure(TestAgent.reads(), "1000", "1000", 0, 1000));
    assertThat(preview(threads).refusal().map(Refusal::reason))
        .hasValueSatisfying(r -> assertThat(r).contains("1000000 outstanding I/Os"));
  }

  @Test
  void tooManyStepsAreRefusedWithoutMakingThem() {
    Plan endless =
        TestAgent.plan(
            new Phase.Measure(
                List.of(TestAgent.reads()),
                new io.loadstone.api.plan.Load(Sweep.parse("1..100"), Sweep.parse("1..100")),
                Duration.ZERO,
                Duration.ofSeconds(1),
                1_000_000,
                Duration.ZERO));
    assertThat(preview(endless).refusal().map(Refusal::reason))
        .hasValueSatisfying(r -> assertThat(r).contains("10000000000 steps"));
  }

  @Test
  void whatAProviderRefusesIsRefused() {
    assertThat(
            preview(plan("auto", TestAgent.reads(), "mem:forbidden"))
                .refusal()
                .map(Refusal::reason))
        .hasValue("mem:forbidden is forbidden; use another.");
  }

  @Test
  void aRefusalSaysWhetherThePlanAGuardOrTheMachineIsInTheWay() {
    AccessSpecification odd = AccessSpecification.of("odd", 1000, 100, 100);
    assertThat(kind(plan("urng"))).isEqualTo(Refusal.Kind.PLAN);
    assertThat(kind(plan("auto", odd, "mem:a"))).isEqualTo(Refusal.Kind.PLAN);
    assertThat(kind(plan("auto", odd, "men:a"))).isEqualTo(Refusal.Kind.PLAN);
    assertThat(kind(plan("auto", odd, "mem:a", "mem:forbidden")))
        .as("of several, the gravest")
        .isEqualTo(Refusal.Kind.SAFETY);
    sync.refuses = Optional.of("it drives no such target");
    assertThat(kind(plan("sync"))).isEqualTo(Refusal.Kind.PLAN);
    uring.unavailable = Optional.of("no kernel");
    assertThat(kind(plan("uring"))).isEqualTo(Refusal.Kind.IMPOSSIBLE_NOW);
    assertThat(kind(plan("auto"))).isEqualTo(Refusal.Kind.IMPOSSIBLE_NOW);
  }

  @Test
  void aStoreThatCanNotBeUsedIsFoundByThePreviewAsByTheStart() {
    try (TestAgent agent = new TestAgent(noop, sync, uring)) {
      agent.store.failsListing = "opening /srv/results.db failed";
      Refusal refusal = agent.runs.preview(plan("auto")).refusal().orElseThrow();
      assertThat(refusal.kind()).isEqualTo(Refusal.Kind.IMPOSSIBLE_NOW);
      assertThat(refusal.reason())
          .isEqualTo("The result store refuses the run: opening /srv/results.db failed");
    }
  }

  private Refusal.Kind kind(Plan plan) {
    return preview(plan).refusal().orElseThrow().kind();
  }

  @Test
  void fullCoverageNeedsLinesOfOneSize() {
    AccessSpecification two =
        new AccessSpecification(
            "two",
            List.of(
                io.loadstone.api.plan.AccessLine.of(4096, 100, 100),
                io.loadstone.api.plan.AccessLine.of(8192, 100, 100)),
            Distribution.FULL_COVERAGE,
            io.loadstone.api.plan.AddressRange.WHOLE,
            1);
    assertThat(preview(plan("auto", two, "mem:a")).refusal().map(Refusal::reason))
        .hasValueSatisfying(r -> assertThat(r).contains("full coverage needs lines of one size"));
  }
}
