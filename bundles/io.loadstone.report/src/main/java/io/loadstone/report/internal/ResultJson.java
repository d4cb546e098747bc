package io.loadstone.report.internal;

import com.fasterxml.jackson.core.JsonGenerator;
import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.Saturation;
import java.io.IOException;

/**
 * Writes one result, field by field. Every key is always there; what is not known, or has no
 * meaning without an operation, is null.
 */
final class ResultJson {
  /** The value of the field {@code schema}. */
  static final String SCHEMA = "io.loadstone/result/1";

  private final JsonGenerator json;
  private final JsonFields fields;
  private final StepJson step;

  ResultJson(JsonGenerator json) {
    this.json = json;
    fields = new JsonFields(json);
    step = new StepJson(json, fields);
  }

  void write(RunResult result) throws IOException {
    json.writeStartObject();
    json.writeStringField("schema", SCHEMA);
    run(result);
    fields.array("steps", result.steps(), step::write);
    fields.array("saturation", result.saturation(), this::saturation);
    fields.array("journal", result.journal(), this::annotation);
    json.writeEndObject();
  }

  private void run(RunResult result) throws IOException {
    RunSummary run = result.run();
    json.writeObjectFieldStart("run");
    json.writeStringField("id", run.id());
    json.writeStringField("name", run.name());
    json.writeStringField("state", run.state().name());
    json.writeStringField("reason", run.reason());
    fields.time("started", run.startedEpochMs());
    fields.time("ended", run.endedEpochMs());
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
    fields.known("memoryBytes", agent.memoryBytes());
    json.writeStringField("java", agent.java());
    json.writeStringField("clock", agent.clock());
    json.writeEndObject();
  }

  private void saturation(Saturation saturation) throws IOException {
    json.writeStartObject();
    json.writeStringField("workload", saturation.workload());
    json.writeNumberField("step", saturation.step() + 1);
    json.writeNumberField("workers", saturation.workers());
    json.writeNumberField("outstandingPerWorker", saturation.outstandingPerWorker());
    fields.number("iops", saturation.iops());
    fields.number("responseTimeMeanNs", saturation.responseTimeMeanNs());
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
}
