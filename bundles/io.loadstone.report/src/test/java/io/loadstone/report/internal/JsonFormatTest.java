package io.loadstone.report.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.target.PageCache;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonFormatTest {
  /** B111: one document, and nothing behind it; {@link ReadJson#STRICT} refuses more. */
  @Test
  void everyFieldStandsWhereTheSchemaSaysWithItsValue() throws Exception {
    JsonNode json = ReadJson.parse(Samples.rich());

    assertThat(json.at("/schema").textValue()).isEqualTo("io.loadstone/result/1");
    assertThat(json.at("/run/state").textValue()).isEqualTo("FAILED");
    assertThat(json.at("/run/reason").textValue())
        .isEqualTo("write at 8192 on /srv/t.dat failed: EIO (5)");
    assertThat(json.at("/run/startedAt").textValue()).isEqualTo("2026-11-30T18:44:12.345Z");
    assertThat(json.at("/run/startedEpochMs").longValue()).isEqualTo(Samples.START);
    assertThat(json.at("/run/endedAt").textValue()).isEqualTo("2026-11-30T18:45:16.845Z");
    assertThat(json.at("/run/labels/disk").textValue()).isEqualTo("dyn \"x\"");
    assertThat(json.at("/run/plan").textValue()).contains("targets: [ \"file:/srv/t.dat\" ]\n");
    assertThat(json.at("/run/agent/memoryBytes").isNull()).isTrue();
    JsonNode step = json.at("/steps/0");
    assertThat(step.at("/step").intValue()).as("people count from 1").isEqualTo(1);
    assertThat(step.at("/workload").textValue()).isEqualTo("exchange-db");
    assertThat(step.at("/accessSpecification/lines/0/sizeBytes").intValue()).isEqualTo(8192);
    assertThat(step.at("/accessSpecification/lines/0/readPercent").doubleValue()).isEqualTo(60);
    assertThat(step.at("/targets/0").textValue()).isEqualTo("file:/srv/t.dat?size=1GiB");
    assertThat(step.at("/direct").booleanValue()).isTrue();
    assertThat(step.at("/outstandingPerWorker").intValue()).isEqualTo(1);
    assertThat(step.at("/startedAt").textValue()).isEqualTo("2026-11-30T18:44:13.345Z");
    assertThat(step.at("/read/operations").longValue()).isEqualTo(1000);
    assertThat(step.at("/read/mbPerSecond").doubleValue()).isEqualTo(8.192);
    assertThat(step.at("/read/serviceTimeNs/p9999").longValue()).isEqualTo(100_000);
    assertThat(step.at("/cpu/agentPercentOfOneCore").doubleValue()).isEqualTo(50);
    assertThat(step.at("/cpu/hostUserPercent").doubleValue()).isEqualTo(15);
    assertThat(step.at("/cpu/hostSystemPercent").doubleValue()).isEqualTo(8.5);
    assertThat(step.at("/cpu/hostSoftirqPercent").doubleValue()).isEqualTo(2);
    assertThat(step.at("/cpu/hostIowaitPercent").doubleValue()).isEqualTo(6.25);
    assertThat(step.at("/cpu/contextSwitchesPerSecond").doubleValue()).isEqualTo(4321.5);
    assertThat(step.at("/cpu/interruptsPerSecond").doubleValue()).isEqualTo(987.25);
    assertThat(step.at("/generator/headroom/noopIops").doubleValue()).isEqualTo(12_345_678);
    assertThat(step.at("/generator/headroom/ratio").doubleValue()).isEqualTo(12.345);
    assertThat(step.at("/generator/headroom/notMeasured").textValue()).isEmpty();
    assertThat(step.at("/generator/collectionNs").longValue()).isEqualTo(3_000_000);
    assertThat(step.at("/generator/safepoints").longValue()).isEqualTo(7);
    assertThat(step.at("/generator/otherPauseNs").longValue()).isEqualTo(1_500_000);
    assertThat(step.at("/generator/longestHiccupNs").longValue()).isEqualTo(250_000);
    assertThat(step.at("/generator/loopWaitPercent").doubleValue()).isEqualTo(1.25);
    assertThat(step.at("/verdict/state").textValue()).isEqualTo("valid");
    assertThat(json.at("/saturation/0/saturated").booleanValue()).isTrue();
    assertThat(json.at("/journal/0/text").textValue()).isEqualTo("laid out \u20ac");
    assertThat(json.at("/journal/0/at").textValue()).isEqualTo("2026-11-30T18:44:12.346Z");
  }

  /** B113: the mean of nothing. B115: a device without counters keeps its keys. */
  @Test
  void whatHasNoMeaningWithoutOperationsIsNullAndKeepsItsKey() throws Exception {
    JsonNode step = ReadJson.parse(Samples.rich()).at("/steps/1");

    JsonNode latency = step.at("/total/serviceTimeNs");
    assertThat(latency.propertyStream().map(Map.Entry::getKey))
        .containsExactly(
            "count", "min", "mean", "stddev", "p50", "p90", "p95", "p99", "p999", "p9999", "max");
    assertThat(latency.at("/count").longValue()).isZero();
    assertThat(latency.propertyStream().skip(1).map(Map.Entry::getValue))
        .allMatch(JsonNode::isNull);
    assertThat(step.at("/cpu").propertyStream().map(Map.Entry::getValue))
        .hasSize(10)
        .allMatch(JsonNode::isNull);
    assertThat(step.at("/device").propertyStream().map(Map.Entry::getValue))
        .hasSize(8)
        .allMatch(JsonNode::isNull);
    assertThat(step.path("steady").isNull()).isTrue();
    assertThat(step.path("durableWrites").isNull()).isTrue();
  }

  /** B075 and B041: what the devices did, which rate lasted, and what the flush makes of it. */
  @Test
  void aStepSaysWhatOfItsRateLastsAndWhatReachedTheDevices() throws Exception {
    JsonNode step = ReadJson.parse(Samples.rich()).at("/steps/0");

    assertThat(step.at("/device").toString())
        .isEqualTo(
            "{\"readOperations\":700,\"readBytes\":8192000,\"writeOperations\":3,"
                + "\"writeBytes\":12288,\"readIops\":"
                + 700 / 3.0
                + ",\"writeIops\":1.0,\"queueLength\":3.75,\"utilisationPercent\":99.5}");
    assertThat(step.at("/steady/startedAt").textValue()).isEqualTo("2026-11-30T18:44:14.345Z");
    assertThat(step.at("/steady/runSeconds").doubleValue()).isEqualTo(2);
    assertThat(step.at("/steady/grainSeconds").doubleValue()).isEqualTo(1);
    assertThat(step.at("/steady/iops").doubleValue()).isEqualTo(900.5);
    assertThat(step.at("/steady/mbPerSecond").doubleValue()).isEqualTo(7.25);
    assertThat(step.at("/durableWrites/flushSeconds").doubleValue()).isEqualTo(0.75);
    assertThat(step.at("/durableWrites/mbPerSecond").doubleValue()).isEqualTo(6.5);
  }

  @Test
  void anOpenLoopSaysWhatWasAskedForAndHowItWasKept() throws Exception {
    JsonNode result = ReadJson.parse(Samples.openLoop());
    JsonNode step = result.at("/steps/0");

    assertThat(ReadJson.SCHEMA.validate(result)).isEmpty();
    assertThat(step.at("/openLoop/ratePerSecond").doubleValue()).isEqualTo(5000);
    assertThat(step.at("/openLoop/rateUnit").textValue()).isEqualTo("OPERATIONS");
    assertThat(step.at("/openLoop/arrivals").textValue()).isEqualTo("POISSON");
    assertThat(step.at("/openLoop/burst").intValue()).isEqualTo(1);
    assertThat(step.at("/arrivals/arrivals").longValue()).isEqualTo(15_000);
    assertThat(step.at("/arrivals/started").longValue()).isEqualTo(3000);
    assertThat(step.at("/arrivals/late").longValue()).isEqualTo(2900);
    assertThat(step.at("/arrivals/lateByGenerator").longValue()).isEqualTo(7);
    assertThat(step.at("/arrivals/backlog").longValue()).isEqualTo(12_001);
    assertThat(step.at("/arrivals/skipped").longValue()).isEqualTo(12_001);
    JsonNode closed = ReadJson.parse(Samples.rich()).at("/steps/0");
    assertThat(closed.at("/openLoop").isNull()).isTrue();
    assertThat(closed.at("/arrivals").isNull()).isTrue();
  }

  @Test
  void headRoomThatWasNotMeasuredIsNullWithItsReason() throws Exception {
    JsonNode generator = ReadJson.parse(Samples.rich()).at("/steps/1/generator");

    assertThat(generator.at("/headroom/notMeasured").textValue())
        .isEqualTo("The workload has delays.");
    assertThat(generator.at("/headroom/noopIops").isNull()).isTrue();
    assertThat(generator.at("/headroom/ratio").isNull()).isTrue();
    assertThat(generator.propertyStream().skip(1).map(Map.Entry::getValue))
        .hasSize(5)
        .allMatch(JsonNode::isNull);
  }

  @Test
  void aRunThatGoesOnHasNoEnd() throws Exception {
    JsonNode json =
        ReadJson.parse(Samples.result(Samples.run(RunState.RUNNING, "", Map.of()), List.of()));

    assertThat(json.at("/run/endedAt").isNull()).isTrue();
    assertThat(json.at("/run/endedEpochMs").isNull()).isTrue();
    assertThat(json.at("/steps").isArray()).isTrue();
  }

  /** B067. */
  @Test
  void countersAreExactUpToTheLastOfSixtyFourBits() throws Exception {
    LatencyFigures latency =
        new LatencyFigures(
            Long.MAX_VALUE, 1, 2, 0, 1, 1, 1, 1, 1, (1L << 53) + 1, Long.MAX_VALUE - 1);
    IoFigures figures =
        new IoFigures(Long.MAX_VALUE, (1L << 53) + 1, 1L << 32, 1e22, 1e-7, latency, latency);
    String text =
        Samples.write(
            new JsonFormat(),
            Samples.result(
                List.of(
                    Samples.step(
                        Samples.plan(0, Samples.EXCHANGE, 1, 1), figures, IoFigures.NONE))),
            Samples.NO_INTERVALS);

    assertThat(text)
        .contains("\"operations\": 9223372036854775807")
        .contains("\"bytes\": 9007199254740993")
        .contains("\"errors\": 4294967296")
        .contains("\"p9999\": 9007199254740993")
        .contains("\"max\": 9223372036854775806")
        .contains("\"iops\": 10000000000000000000000")
        .contains("\"mbPerSecond\": 0.00000010");
    assertThat(ReadJson.validate(text)).isEmpty();
  }

  /** B113. */
  @Test
  void numbersThatJsonLacksAreNull() throws Exception {
    double nan = Double.NaN;
    LatencyFigures latency =
        new LatencyFigures(1, 1, nan, Double.POSITIVE_INFINITY, 1, 1, 1, 1, 1, 1, 1);
    IoFigures figures = new IoFigures(1, 1, 0, nan, Double.POSITIVE_INFINITY, latency, latency);
    StepResult plain = Samples.step(Samples.plan(0, Samples.EXCHANGE, 1, 1), figures, figures);
    StepResult step =
        new StepResult(
            plain.step(),
            plain.targets(),
            plain.engine(),
            PageCache.BYPASSED,
            plain.startEpochMs(),
            plain.endEpochMs(),
            nan,
            nan,
            figures,
            figures,
            figures,
            Optional.empty(),
            new CpuFigures(nan, nan, nan, nan, new HostFigures(nan, nan, nan, nan, nan, nan)),
            DeviceFigures.UNKNOWN,
            Optional.empty(),
            Optional.empty(),
            plain.generator(),
            plain.verdict(),
            plain.selfChecks(),
            DataFigures.NONE);
    String text =
        Samples.write(new JsonFormat(), Samples.result(List.of(step)), Samples.NO_INTERVALS);

    assertThat(text).doesNotContain("NaN").doesNotContain("Infinity");
    assertThat(ReadJson.validate(text)).isEmpty();
    assertThat(ReadJson.STRICT.readTree(text).at("/steps/0/total/iops").isNull()).isTrue();
  }

  @Test
  void whereOperationsGoAndWhatWasWrittenIsThereInTheWordsOfAPlan() throws Exception {
    AccessSpecification workload =
        new AccessSpecification(
            "w",
            List.of(AccessLine.of(4096, 0, 100)),
            Distribution.parse("zones(80%/20% 20%/80%)"),
            AddressRange.WHOLE,
            1,
            new Sequence.Strided(65536),
            new DataContent(50, 40, 4096));
    StepResult step =
        Samples.step(
            Samples.plan(0, workload, 1, 1),
            IoFigures.NONE,
            IoFigures.NONE,
            new DataFigures(2048, 4096, 50.5, 39.25));
    JsonNode json = ReadJson.parse(Samples.result(List.of(step))).at("/steps/0");

    assertThat(json.at("/accessSpecification/distribution").asText())
        .isEqualTo("zones(80%/20% 20%/80%)");
    assertThat(json.at("/accessSpecification/sequence").asText()).isEqualTo("strided(64KiB)");
    assertThat(json.at("/accessSpecification/data/duplicatePercent").asDouble()).isEqualTo(40);
    assertThat(json.at("/writtenData/sampledUnits").asInt()).isEqualTo(2048);
    assertThat(json.at("/writtenData/unitBytes").asInt()).isEqualTo(4096);
    assertThat(json.at("/writtenData/compressiblePercent").asDouble()).isEqualTo(50.5);
    assertThat(json.at("/writtenData/duplicatePercent").asDouble()).isEqualTo(39.25);
    assertThat(ReadJson.parse(Samples.rich()).at("/steps/0/writtenData").isNull()).isTrue();
  }

  @Test
  void intervalsAreNotAskedFor() throws Exception {
    new JsonFormat()
        .write(
            Samples.rich(),
            each -> {
              throw new AssertionError("JSON holds no intervals");
            },
            new StringBuilder());
  }

  @Test
  void whatBreaksOffIsNotMadeToLookWhole() {
    StringBuilder written = new StringBuilder();
    Appendable full =
        new Appendable() {
          @Override
          public Appendable append(CharSequence text) throws IOException {
            if (written.length() > 8000) {
              throw new IOException("No space left on device");
            }
            written.append(text);
            return this;
          }

          @Override
          public Appendable append(CharSequence text, int from, int to) throws IOException {
            return append(text.subSequence(from, to));
          }

          @Override
          public Appendable append(char c) throws IOException {
            return append(String.valueOf(c));
          }
        };
    List<StepResult> steps = Collections.nCopies(50, Samples.rich().steps().getFirst());

    assertThatThrownBy(
            () -> new JsonFormat().write(Samples.result(steps), Samples.NO_INTERVALS, full))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("No space left on device");
    assertThatThrownBy(() -> ReadJson.STRICT.readTree(written.toString()))
        .isInstanceOf(JsonProcessingException.class);
  }
}
