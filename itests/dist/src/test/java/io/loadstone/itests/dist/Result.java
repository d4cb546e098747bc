package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;

/** Results as JSON, and what holds for every one of them. */
final class Result {
  // One document and nothing behind it.
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Result() {}

  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + text, e);
    }
  }

  /** Holds a text against the published schema. */
  static void assertValid(String json, String schema) {
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(json, InputFormat.JSON))
        .as("what the schema says of the result")
        .isEmpty();
  }

  /** Rates, sizes and Little's law of a step with one block size. */
  static void assertConsistent(JsonNode step, int blockBytes) {
    double seconds = step.path("runSeconds").asDouble();
    long operations = 0;
    for (String direction : new String[] {"read", "write"}) {
      JsonNode figures = step.path(direction);
      operations += figures.path("operations").asLong();
      assertThat(figures.path("bytes").asLong())
          .as("bytes of " + direction)
          .isEqualTo(figures.path("operations").asLong() * blockBytes);
    }
    JsonNode total = step.path("total");
    assertThat(total.path("operations").asLong()).isEqualTo(operations).isPositive();
    assertThat(total.path("errors").asLong()).isZero();
    double iops = operations / seconds;
    assertThat(total.path("iops").asDouble()).isCloseTo(iops, within(iops * 0.001));
    double mbPerSecond = operations * (double) blockBytes / 1e6 / seconds;
    assertThat(total.path("mbPerSecond").asDouble())
        .isCloseTo(mbPerSecond, within(mbPerSecond * 0.001));
    // A closed loop can't have more in flight than it was told to; what was in flight at the
    // beginning brings the time before it, at the most that of the slowest.
    JsonNode latency = total.path("serviceTimeNs");
    double outstanding =
        step.path("workers").asInt() * (double) step.path("outstandingPerWorker").asInt();
    double before = latency.path("max").asDouble() / 1e9 / seconds;
    double inFlight = iops * latency.path("mean").asDouble() / 1e9;
    assertThat(inFlight)
        .as("IOPS by mean service time")
        .isBetween(0.05, outstanding * (1.05 + before));
    assertThat(latency.path("count").asLong()).isEqualTo(operations);
    assertThat(
            new long[] {
              latency.path("min").asLong(),
              latency.path("p50").asLong(),
              latency.path("p90").asLong(),
              latency.path("p99").asLong(),
              latency.path("p9999").asLong(),
              latency.path("max").asLong()
            })
        .isSorted();
    for (JsonNode check : step.path("selfChecks")) {
      // A loop that a busy machine holds up as the step ends takes what it had in flight out of the
      // figures; that the law holds where nothing does is asserted where time is simulated. Nor can
      // a test answer for what else this machine does on its disk.
      if (!List.of("littles-law", "devices-did-nothing-else")
          .contains(check.path("name").asText())) {
        assertThat(check.path("passed").asBoolean()).as(check.toString()).isTrue();
      }
    }
  }
}
