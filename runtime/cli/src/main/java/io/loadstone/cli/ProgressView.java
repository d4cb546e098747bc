package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** Shows how a run goes. */
interface ProgressView extends AutoCloseable {

  /** The view that fits the screen. */
  static ProgressView on(Session session) {
    return session.screen().redraws()
        ? new RedrawnLine(session.out(), session.screen().columns())
        : new LinePerInterval(session.out());
  }

  /** The run's attributes, several times a second. */
  void update(JsonNode run);

  /** Whether it wants to hear of ended steps. */
  boolean showsSteps();

  /** A step has ended; as in the result's JSON. */
  void stepEnded(JsonNode step);

  @Override
  void close();

  /**
   * {@code 3/16 exchange-db 1x4 12,345 IOPS 101 MB/s mean 0.321 ms p99 0.912 ms}; in an open loop
   * {@code 1x4@5000/s}, and how many operations wait that are due.
   */
  static String figures(JsonNode run, String workload) {
    String rate = run.path("Rate").asText();
    long backlog = run.path("Backlog").asLong(-1);
    return "%d/%d %s %dx%d%s  %s IOPS  %s MB/s  mean %s ms  p99 %s ms%s"
        .formatted(
            run.path("Step").asInt(),
            run.path("Steps").asInt(),
            workload,
            run.path("Workers").asInt(),
            run.path("OutstandingPerWorker").asInt(),
            rate.isEmpty() ? "" : "@" + rate,
            Figures.rate(run.path("Iops").asDouble()),
            Figures.rate(run.path("MbPerSecond").asDouble()),
            Figures.ms(run.path("ResponseTimeMeanNs").asDouble(-1)),
            Figures.ms(run.path("ResponseTimeP99Ns").asDouble(-1)),
            backlog > 0 ? "  backlog %,d".formatted(backlog) : "");
  }
}
