package io.loadstone.core.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Refusal;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Compressible and duplicate data from the plan to the target, the result and the verify phase. */
class DataPhasesTest {
  private static final DataContent SHRINKS = new DataContent(50, 40, 4096);
  private static final Phase VERIFY = new Phase.Verify();

  private static AccessSpecification writes(DataContent data, Sequence sequence) {
    return new AccessSpecification(
        "writes",
        List.of(AccessLine.of(4096, 0, 50)),
        Distribution.UNIFORM,
        AddressRange.WHOLE,
        1,
        sequence,
        data);
  }

  private static Phase prepare(DataContent data) {
    return new Phase.Prepare(Layout.WRITTEN, data);
  }

  private static Phase measure(DataContent data) {
    return TestAgent.measure(writes(data, Sequence.FORWARD), "2", "2", 0, 300);
  }

  @Test
  void theLayoutIsFilledByTheRulesOfItsData() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      agent.targets.sizeBytes = (16 << 20) + 5 * 512;
      RunResult result = agent.run(TestAgent.plan(prepare(SHRINKS), VERIFY));

      assertThat(result.run().reason()).isEmpty();
      byte[] content =
          agent
              .targets
              .targets
              .get("a")
              .content
              .asSlice(0, 16 << 20)
              .toArray(ValueLayout.JAVA_BYTE);
      Map<ByteBuffer, Integer> copies = new HashMap<>();
      double compressed = 0;
      for (int at = 0; at < content.length; at += 4096) {
        copies.merge(ByteBuffer.wrap(content, at, 4096), 1, Integer::sum);
        compressed += zlib(content, at, 4096);
      }
      int units = content.length / 4096;
      int shared = copies.values().stream().filter(n -> n > 1).mapToInt(n -> n).sum();
      assertThat(100 * (1 - compressed / content.length)).isCloseTo(50, within(2.0));
      // Six standard deviations of a binomial: 600 x sqrt(0.4 x 0.6 / 4096).
      assertThat(100.0 * shared / units).isCloseTo(40, within(4.6));
    }
  }

  @Test
  void whatAStepWroteIsMeasuredAndCanBeVerified() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      RunResult result = agent.run(TestAgent.plan(prepare(SHRINKS), measure(SHRINKS), VERIFY));

      assertThat(result.run().reason()).isEmpty();
      DataFigures data = result.steps().getFirst().data();
      assertThat(data.unitBytes()).isEqualTo(4096);
      assertThat(data.sampledUnits()).isPositive();
      assertThat(data.compressiblePercent()).isCloseTo(50, within(2.0));
      assertThat(data.duplicatePercent())
          .isCloseTo(40, within(600 * Math.sqrt(0.24 / data.sampledUnits())));
    }
  }

  @Test
  void dataIsUniqueAndIncompressibleByDefaultAndTheResultSaysSo() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      RunResult result = agent.run(TestAgent.plan(measure(DataContent.UNIQUE)));

      DataFigures data = result.steps().getFirst().data();
      assertThat(data.sampledUnits()).isPositive();
      assertThat(data.compressiblePercent()).isLessThan(0.1);
      assertThat(data.duplicatePercent()).isZero();
    }
  }

  @Test
  void aStepThatOnlyReadsHasNoFiguresOfData() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      RunResult result =
          agent.run(TestAgent.plan(TestAgent.measure(TestAgent.reads(), "1", "1", 0, 100)));

      assertThat(result.steps().getFirst().data()).isEqualTo(DataFigures.NONE);
    }
  }

  @Test
  void aDuplicateIsWrongWhereThePlanWritesNoneAndItsContentIsCheckedWhereItDoes() throws Exception {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      DataContent all = new DataContent(0, 100, 4096);
      assertThat(agent.run(TestAgent.plan(prepare(all), VERIFY)).run().reason()).isEmpty();
      AccessSpecification firstHalf =
          new AccessSpecification(
              "first half",
              List.of(AccessLine.of(4096, 0, 0)),
              Distribution.UNIFORM,
              new AddressRange(
                  AddressRange.WHOLE.from(), new AddressRange.Bound(AddressRange.Unit.PERCENT, 50)),
              1);
      RunResult unique =
          agent.run(TestAgent.plan(TestAgent.measure(firstHalf, "1", "1", 0, 300), VERIFY));
      assertThat(unique.run().state()).isEqualTo(RunState.FAILED);
      assertThat(unique.run().reason()).contains("does not hold what Loadstone wrote there");

      MemoryTarget target = agent.targets.targets.get("a");
      assertThat(agent.run(TestAgent.plan(VERIFY)).run().reason()).isEmpty();
      byte right = target.content.get(ValueLayout.JAVA_BYTE, (5 << 20) + 100);
      target.content.set(ValueLayout.JAVA_BYTE, (5 << 20) + 100, (byte) (right + 1));
      assertThat(agent.run(TestAgent.plan(VERIFY)).run().reason())
          .isEqualTo(
              "verify: the sector at 5242880 on mem:a does not hold what Loadstone wrote there");
    }
  }

  @Test
  void thePreviewSaysWhatVerifyCannotTellOfDuplicates() {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      assertThat(
              agent
                  .runs
                  .preview(TestAgent.plan(prepare(SHRINKS), measure(SHRINKS), VERIFY))
                  .warnings())
          .anyMatch(warning -> warning.contains("can't tell whether it is where it belongs"));
      assertThat(agent.runs.preview(TestAgent.plan(prepare(DataContent.UNIQUE), VERIFY)).warnings())
          .noneMatch(warning -> warning.contains("duplicate"));
    }
  }

  @Test
  void whatAProfileGotWrongIsRefused() {
    try (TestAgent agent = new TestAgent(ScriptedEngine.asynchronous())) {
      assertThat(refusal(agent, writes(DataContent.UNIQUE, new Sequence.Strided(6144))))
          .contains("workload writes: its stride of 6144 bytes");
      assertThat(refusal(agent, writes(new DataContent(0, 1, 8192), Sequence.FORWARD)))
          .contains("no multiples of 8192 bytes, the unit of its duplicates");
    }
  }

  private static String refusal(TestAgent agent, AccessSpecification workload) {
    return agent
        .runs
        .preview(TestAgent.plan(TestAgent.measure(workload, "1", "1", 0, 100)))
        .refusal()
        .map(Refusal::reason)
        .orElse("");
  }

  private static int zlib(byte[] content, int at, int length) {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    deflater.setInput(content, at, length);
    deflater.finish();
    int compressed = deflater.deflate(new byte[2 * length]);
    deflater.end();
    return compressed;
  }
}
