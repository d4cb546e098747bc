package io.loadstone.report.internal;

import com.fasterxml.jackson.core.JsonGenerator;
import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.DurableWrites;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.Saturation;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.SteadyPart;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one result, field by field. Every key is always there; what is not known, or has no
 * meaning without an operation, is null.
 */
final class ResultJson {
  /** The value of the field {@code schema}. */
  static final String SCHEMA = "io.loadstone/result/1";

  private final JsonGenerator json;

  ResultJson(JsonGenerator json) {
    this.json = json;
  }

  void write(RunResult result) throws IOException {
    json.writeStartObject();
    json.writeStringField("schema", SCHEMA);
    run(result);
    array("steps", result.steps(), this::step);
    array("saturation", result.saturation(), this::saturation);
    array("journal", result.journal(), this::annotation);
    json.writeEndObject();
  }

  private void run(RunResult result) throws IOException {
    RunSummary run = result.run();
    json.writeObjectFieldStart("run");
    json.writeStringField("id", run.id());
    json.writeStringField("name", run.name());
    json.writeStringField("state", run.state().name());
    json.writeStringField("reason", run.reason());
    time("started", run.startedEpochMs());
    time("ended", run.endedEpochMs());
    json.writeObjectFieldStart("labels");
    for (var label : run.labels().entrySet()) {
      json.writeStringField(label.getKey(), label.getValue());
    }
    json.writeEndObject();
    json.writeStringField("plan", result.planText());
    agent(result.agent());
    json.writeEndObject();
  }

  private void agent(AgentInfo agent) throws IOException {
    json.writeObjectFieldStart("agent");
    json.writeStringField("version", agent.version());
    json.writeStringField("host", agent.host());
    json.writeStringField("os", agent.os());
    json.writeNumberField("processors", agent.processors());
    known("memoryBytes", agent.memoryBytes());
    json.writeStringField("java", agent.java());
    json.writeStringField("clock", agent.clock());
    json.writeEndObject();
  }

  private void step(StepResult step) throws IOException {
    json.writeStartObject();
    json.writeNumberField("step", step.step().number());
    json.writeStringField("workload", step.step().workload().name());
    accessSpecification(step.step().workload());
    strings("targets", step.targets());
    json.writeStringField("engine", step.engine());
    json.writeBooleanField("direct", step.direct());
    json.writeNumberField("workers", step.step().workers());
    json.writeNumberField("outstandingPerWorker", step.step().outstandingPerWorker());
    openLoop(step.step().openLoop().orElse(null));
    json.writeNumberField("pass", step.step().pass());
    time("started", step.startEpochMs());
    time("ended", step.endEpochMs());
    number("rampUpSeconds", step.rampUpSeconds());
    number("runSeconds", step.runSeconds());
    figures("read", step.read());
    figures("write", step.write());
    figures("total", step.total());
    arrivals(step.arrivals().orElse(null));
    cpu(step.cpu(), step.total().operations());
    device(step.device(), step.runSeconds());
    steady(step.steady().orElse(null));
    durable(step.durable().orElse(null));
    generator(step.generator());
    verdict(step.verdict());
    array("selfChecks", step.selfChecks(), this::selfCheck);
    writtenData(step.data());
    json.writeEndObject();
  }

  private void writtenData(DataFigures data) throws IOException {
    if (!data.known()) {
      json.writeNullField("writtenData");
      return;
    }
    json.writeObjectFieldStart("writtenData");
    json.writeNumberField("sampledUnits", data.sampledUnits());
    json.writeNumberField("unitBytes", data.unitBytes());
    number("compressiblePercent", data.compressiblePercent());
    number("duplicatePercent", data.duplicatePercent());
    json.writeEndObject();
  }

  private void openLoop(@Nullable OpenLoop open) throws IOException {
    if (open == null) {
      json.writeNullField("openLoop");
      return;
    }
    json.writeObjectFieldStart("openLoop");
    number("ratePerSecond", open.rate().perSecond());
    json.writeStringField("rateUnit", open.rate().unit().name());
    json.writeStringField("arrivals", open.arrivals().law().name());
    json.writeNumberField("burst", open.arrivals().burst());
    json.writeEndObject();
  }

  private void arrivals(@Nullable ArrivalFigures kept) throws IOException {
    if (kept == null) {
      json.writeNullField("arrivals");
      return;
    }
    json.writeObjectFieldStart("arrivals");
    json.writeNumberField("arrivals", kept.arrivals());
    json.writeNumberField("started", kept.started());
    json.writeNumberField("late", kept.late());
    json.writeNumberField("lateByGenerator", kept.lateByGenerator());
    json.writeNumberField("backlog", kept.backlog());
    json.writeNumberField("skipped", kept.skipped());
    json.writeEndObject();
  }

  private void accessSpecification(AccessSpecification workload) throws IOException {
    json.writeObjectFieldStart("accessSpecification");
    array("lines", workload.lines(), this::accessLine);
    json.writeStringField("distribution", workload.distribution().text());
    json.writeObjectFieldStart("range");
    bound("from", workload.range().from());
    bound("to", workload.range().to());
    json.writeEndObject();
    json.writeNumberField("streams", workload.streams());
    json.writeStringField("sequence", workload.sequence().text());
    json.writeObjectFieldStart("data");
    number("compressiblePercent", workload.data().compressiblePercent());
    number("duplicatePercent", workload.data().duplicatePercent());
    json.writeNumberField("unitBytes", workload.data().unitBytes());
    json.writeEndObject();
    json.writeEndObject();
  }

  private void accessLine(AccessLine line) throws IOException {
    json.writeStartObject();
    json.writeNumberField("sizeBytes", line.sizeBytes());
    number("sharePercent", line.sharePercent());
    number("readPercent", line.readPercent());
    number("randomPercent", line.randomPercent());
    json.writeNumberField("burst", line.burst());
    json.writeNumberField("delayNs", line.delay().toNanos());
    json.writeNumberField("alignBytes", line.alignBytes());
    json.writeEndObject();
  }

  private void bound(String name, AddressRange.Bound bound) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("unit", bound.unit().name());
    number("value", bound.value());
    json.writeEndObject();
  }

  private void figures(String name, IoFigures figures) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("operations", figures.operations());
    json.writeNumberField("bytes", figures.bytes());
    json.writeNumberField("errors", figures.errors());
    number("iops", figures.iops());
    number("mbPerSecond", figures.mbPerSecond());
    latency("serviceTimeNs", figures.serviceTime());
    latency("responseTimeNs", figures.responseTime());
    json.writeEndObject();
  }

  private void latency(String name, LatencyFigures latency) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("count", latency.count());
    boolean known = latency.count() > 0;
    known("min", known, latency.minNs());
    number("mean", known ? latency.meanNs() : Double.NaN);
    number("stddev", known ? latency.stddevNs() : Double.NaN);
    known("p50", known, latency.p50Ns());
    known("p90", known, latency.p90Ns());
    known("p95", known, latency.p95Ns());
    known("p99", known, latency.p99Ns());
    known("p999", known, latency.p999Ns());
    known("p9999", known, latency.p9999Ns());
    known("max", known, latency.maxNs());
    json.writeEndObject();
  }

  private void cpu(CpuFigures cpu, long operations) throws IOException {
    json.writeObjectFieldStart("cpu");
    number("agentPercentOfOneCore", unlessNegative(cpu.agentPercentOfOneCore()));
    number("hostPercent", unlessNegative(cpu.hostPercent()));
    number("stealPercent", unlessNegative(cpu.stealPercent()));
    number(
        "microsecondsPerOperation",
        operations == 0 ? Double.NaN : unlessNegative(cpu.microsecondsPerOperation()));
    HostFigures host = cpu.host();
    number("hostUserPercent", unlessNegative(host.userPercent()));
    number("hostSystemPercent", unlessNegative(host.systemPercent()));
    number("hostSoftirqPercent", unlessNegative(host.softirqPercent()));
    number("hostIowaitPercent", unlessNegative(host.iowaitPercent()));
    number("contextSwitchesPerSecond", unlessNegative(host.contextSwitchesPerSecond()));
    number("interruptsPerSecond", unlessNegative(host.interruptsPerSecond()));
    json.writeEndObject();
  }

  private void device(DeviceFigures device, double seconds) throws IOException {
    json.writeObjectFieldStart("device");
    known("readOperations", device.known(), device.readOperations());
    known("readBytes", device.known(), device.readBytes());
    known("writeOperations", device.known(), device.writeOperations());
    known("writeBytes", device.known(), device.writeBytes());
    number("readIops", unlessNegative(device.readIops(seconds)));
    number("writeIops", unlessNegative(device.writeIops(seconds)));
    number("queueLength", unlessNegative(device.queueLength()));
    number("utilisationPercent", unlessNegative(device.utilisationPercent()));
    json.writeEndObject();
  }

  private void steady(@Nullable SteadyPart part) throws IOException {
    if (part == null) {
      json.writeNullField("steady");
      return;
    }
    json.writeObjectFieldStart("steady");
    time("started", part.startEpochMs());
    number("runSeconds", part.runSeconds());
    number("grainSeconds", part.grainSeconds());
    number("iops", part.iops());
    number("mbPerSecond", part.mbPerSecond());
    json.writeEndObject();
  }

  private void durable(@Nullable DurableWrites writes) throws IOException {
    if (writes == null) {
      json.writeNullField("durableWrites");
      return;
    }
    json.writeObjectFieldStart("durableWrites");
    number("flushSeconds", writes.flushSeconds());
    number("mbPerSecond", writes.mbPerSecond());
    json.writeEndObject();
  }

  private void generator(GeneratorFigures generator) throws IOException {
    json.writeObjectFieldStart("generator");
    Headroom headroom = generator.headroom();
    json.writeObjectFieldStart("headroom");
    number("noopIops", unlessNegative(headroom.noopIops()));
    number("ratio", unlessNegative(headroom.ratio()));
    json.writeStringField("notMeasured", headroom.notMeasured());
    json.writeEndObject();
    known("collectionNs", generator.collectionNs());
    known("safepoints", generator.safepoints());
    known("otherPauseNs", generator.otherPauseNs());
    known("longestHiccupNs", generator.longestHiccupNs());
    json.writeEndObject();
  }

  private void verdict(Verdict verdict) throws IOException {
    json.writeObjectFieldStart("verdict");
    json.writeStringField("state", verdict.state().text());
    strings("reasons", verdict.reasons());
    json.writeEndObject();
  }

  private void selfCheck(SelfCheck check) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", check.name());
    json.writeBooleanField("passed", check.passed());
    json.writeStringField("detail", check.detail());
    json.writeEndObject();
  }

  private void saturation(Saturation saturation) throws IOException {
    json.writeStartObject();
    json.writeStringField("workload", saturation.workload());
    json.writeNumberField("step", saturation.step() + 1);
    json.writeNumberField("workers", saturation.workers());
    json.writeNumberField("outstandingPerWorker", saturation.outstandingPerWorker());
    number("iops", saturation.iops());
    number("responseTimeMeanNs", saturation.responseTimeMeanNs());
    json.writeBooleanField("saturated", saturation.saturated());
    json.writeStringField("rule", saturation.rule());
    json.writeStringField("reason", saturation.reason());
    json.writeEndObject();
  }

  private void annotation(Annotation annotation) throws IOException {
    json.writeStartObject();
    json.writeStringField("at", Instants.iso(annotation.epochMs()));
    json.writeNumberField("epochMs", annotation.epochMs());
    json.writeStringField("text", annotation.text());
    json.writeEndObject();
  }

  // 0 is a time that has not come yet.
  private void time(String name, long epochMs) throws IOException {
    if (epochMs == 0) {
      json.writeNullField(name + "At");
      json.writeNullField(name + "EpochMs");
    } else {
      json.writeStringField(name + "At", Instants.iso(epochMs));
      json.writeNumberField(name + "EpochMs", epochMs);
    }
  }

  // Plain decimals with the shortest digits that read back to the same double; JSON has no NaN.
  private void number(String name, double value) throws IOException {
    json.writeFieldName(name);
    if (Double.isFinite(value)) {
      json.writeNumber(BigDecimal.valueOf(value));
    } else {
      json.writeNull();
    }
  }

  private void known(String name, boolean known, long value) throws IOException {
    if (known) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }

  private void known(String name, long value) throws IOException {
    known(name, value >= 0, value);
  }

  private void strings(String name, List<String> values) throws IOException {
    array(name, values, json::writeString);
  }

  private <T> void array(String name, List<T> values, Element<T> element) throws IOException {
    json.writeArrayFieldStart(name);
    for (T value : values) {
      element.write(value);
    }
    json.writeEndArray();
  }

  private static double unlessNegative(double value) {
    return value < 0 ? Double.NaN : value;
  }

  @FunctionalInterface
  private interface Element<T> {
    void write(T value) throws IOException;
  }
}
