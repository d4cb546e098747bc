package io.loadstone.report.internal;

import com.fasterxml.jackson.core.JsonGenerator;
import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.OpenLoop;
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
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.SteadyPart;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writes a step of a result. Every key is always there; what is not known is null. */
final class StepJson {
  private final JsonGenerator json;
  private final JsonFields fields;

  StepJson(JsonGenerator json, JsonFields fields) {
    this.json = json;
    this.fields = fields;
  }

  /** Writes it as an element of an array. */
  void write(StepResult step) throws IOException {
    json.writeStartObject();
    json.writeNumberField("step", step.step().number());
    json.writeStringField("workload", step.step().workload().name());
    accessSpecification(step.step().workload());
    fields.strings("targets", step.targets());
    json.writeStringField("engine", step.engine());
    json.writeBooleanField("direct", step.direct());
    json.writeNumberField("workers", step.step().workers());
    json.writeNumberField("outstandingPerWorker", step.step().outstandingPerWorker());
    openLoop(step.step().openLoop().orElse(null));
    json.writeNumberField("pass", step.step().pass());
    fields.time("started", step.startEpochMs());
    fields.time("ended", step.endEpochMs());
    fields.number("rampUpSeconds", step.rampUpSeconds());
    fields.number("runSeconds", step.runSeconds());
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
    fields.array("selfChecks", step.selfChecks(), this::selfCheck);
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
    fields.number("compressiblePercent", data.compressiblePercent());
    fields.number("duplicatePercent", data.duplicatePercent());
    json.writeEndObject();
  }

  private void openLoop(@Nullable OpenLoop open) throws IOException {
    if (open == null) {
      json.writeNullField("openLoop");
      return;
    }
    json.writeObjectFieldStart("openLoop");
    fields.number("ratePerSecond", open.rate().perSecond());
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
    fields.array("lines", workload.lines(), this::accessLine);
    json.writeStringField("distribution", workload.distribution().text());
    json.writeObjectFieldStart("range");
    bound("from", workload.range().from());
    bound("to", workload.range().to());
    json.writeEndObject();
    json.writeNumberField("streams", workload.streams());
    json.writeStringField("sequence", workload.sequence().text());
    json.writeObjectFieldStart("data");
    fields.number("compressiblePercent", workload.data().compressiblePercent());
    fields.number("duplicatePercent", workload.data().duplicatePercent());
    json.writeNumberField("unitBytes", workload.data().unitBytes());
    json.writeEndObject();
    json.writeEndObject();
  }

  private void accessLine(AccessLine line) throws IOException {
    json.writeStartObject();
    json.writeNumberField("sizeBytes", line.sizeBytes());
    fields.number("sharePercent", line.sharePercent());
    fields.number("readPercent", line.readPercent());
    fields.number("randomPercent", line.randomPercent());
    json.writeNumberField("burst", line.burst());
    json.writeNumberField("delayNs", line.delay().toNanos());
    json.writeNumberField("alignBytes", line.alignBytes());
    json.writeEndObject();
  }

  private void bound(String name, AddressRange.Bound bound) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("unit", bound.unit().name());
    fields.number("value", bound.value());
    json.writeEndObject();
  }

  private void figures(String name, IoFigures figures) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("operations", figures.operations());
    json.writeNumberField("bytes", figures.bytes());
    json.writeNumberField("errors", figures.errors());
    fields.number("iops", figures.iops());
    fields.number("mbPerSecond", figures.mbPerSecond());
    latency("serviceTimeNs", figures.serviceTime());
    latency("responseTimeNs", figures.responseTime());
    json.writeEndObject();
  }

  private void latency(String name, LatencyFigures latency) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("count", latency.count());
    boolean known = latency.count() > 0;
    fields.known("min", known, latency.minNs());
    fields.number("mean", known ? latency.meanNs() : Double.NaN);
    fields.number("stddev", known ? latency.stddevNs() : Double.NaN);
    fields.known("p50", known, latency.p50Ns());
    fields.known("p90", known, latency.p90Ns());
    fields.known("p95", known, latency.p95Ns());
    fields.known("p99", known, latency.p99Ns());
    fields.known("p999", known, latency.p999Ns());
    fields.known("p9999", known, latency.p9999Ns());
    fields.known("max", known, latency.maxNs());
    json.writeEndObject();
  }

  private void cpu(CpuFigures cpu, long operations) throws IOException {
    json.writeObjectFieldStart("cpu");
    fields.number("agentPercentOfOneCore", JsonFields.unlessNegative(cpu.agentPercentOfOneCore()));
    fields.number("hostPercent", JsonFields.unlessNegative(cpu.hostPercent()));
    fields.number("stealPercent", JsonFields.unlessNegative(cpu.stealPercent()));
    fields.number(
        "microsecondsPerOperation",
        operations == 0 ? Double.NaN : JsonFields.unlessNegative(cpu.microsecondsPerOperation()));
    HostFigures host = cpu.host();
    fields.number("hostUserPercent", JsonFields.unlessNegative(host.userPercent()));
    fields.number("hostSystemPercent", JsonFields.unlessNegative(host.systemPercent()));
    fields.number("hostSoftirqPercent", JsonFields.unlessNegative(host.softirqPercent()));
    fields.number("hostIowaitPercent", JsonFields.unlessNegative(host.iowaitPercent()));
    fields.number(
        "contextSwitchesPerSecond", JsonFields.unlessNegative(host.contextSwitchesPerSecond()));
    fields.number("interruptsPerSecond", JsonFields.unlessNegative(host.interruptsPerSecond()));
    json.writeEndObject();
  }

  private void device(DeviceFigures device, double seconds) throws IOException {
    json.writeObjectFieldStart("device");
    fields.known("readOperations", device.known(), device.readOperations());
    fields.known("readBytes", device.known(), device.readBytes());
    fields.known("writeOperations", device.known(), device.writeOperations());
    fields.known("writeBytes", device.known(), device.writeBytes());
    fields.number("readIops", JsonFields.unlessNegative(device.readIops(seconds)));
    fields.number("writeIops", JsonFields.unlessNegative(device.writeIops(seconds)));
    fields.number("queueLength", JsonFields.unlessNegative(device.queueLength()));
    fields.number("utilisationPercent", JsonFields.unlessNegative(device.utilisationPercent()));
    json.writeEndObject();
  }

  private void steady(@Nullable SteadyPart part) throws IOException {
    if (part == null) {
      json.writeNullField("steady");
      return;
    }
    json.writeObjectFieldStart("steady");
    fields.time("started", part.startEpochMs());
    fields.number("runSeconds", part.runSeconds());
    fields.number("grainSeconds", part.grainSeconds());
    fields.number("iops", part.iops());
    fields.number("mbPerSecond", part.mbPerSecond());
    json.writeEndObject();
  }

  private void durable(@Nullable DurableWrites writes) throws IOException {
    if (writes == null) {
      json.writeNullField("durableWrites");
      return;
    }
    json.writeObjectFieldStart("durableWrites");
    fields.number("flushSeconds", writes.flushSeconds());
    fields.number("mbPerSecond", writes.mbPerSecond());
    json.writeEndObject();
  }

  private void generator(GeneratorFigures generator) throws IOException {
    json.writeObjectFieldStart("generator");
    Headroom headroom = generator.headroom();
    json.writeObjectFieldStart("headroom");
    fields.number("noopIops", JsonFields.unlessNegative(headroom.noopIops()));
    fields.number("ratio", JsonFields.unlessNegative(headroom.ratio()));
    json.writeStringField("notMeasured", headroom.notMeasured());
    json.writeEndObject();
    fields.known("collectionNs", generator.collectionNs());
    fields.known("safepoints", generator.safepoints());
    fields.known("otherPauseNs", generator.otherPauseNs());
    fields.known("longestHiccupNs", generator.longestHiccupNs());
    fields.number("loopWaitPercent", JsonFields.unlessNegative(generator.loopWaitPercent()));
    json.writeEndObject();
  }

  private void verdict(Verdict verdict) throws IOException {
    json.writeObjectFieldStart("verdict");
    json.writeStringField("state", verdict.state().text());
    fields.strings("reasons", verdict.reasons());
    json.writeEndObject();
  }

  private void selfCheck(SelfCheck check) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", check.name());
    json.writeBooleanField("passed", check.passed());
    json.writeStringField("detail", check.detail());
    json.writeEndObject();
  }
}
