package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One interval's figures with their step, in one line.
 *
 * @param steps of the run; 0 if unknown
 * @param meanNs of the response time; negative if nothing completed, as {@code p99Ns}
 * @param late operations that started late; -1 in a closed loop, as {@code backlog}
 */
record StepLine(
    int step,
    int steps,
    String workload,
    int workers,
    int outstandingPerWorker,
    double iops,
    double mbPerSecond,
    double meanNs,
    double p99Ns,
    long late,
    long backlog) {

  /** The last interval of a run that goes on; from its attributes. */
  static StepLine live(JsonNode run) {
    return new StepLine(
        run.path("Step").asInt(),
        run.path("Steps").asInt(),
        run.path("Workload").asText(),
        run.path("Workers").asInt(),
        run.path("OutstandingPerWorker").asInt(),
        run.path("Iops").asDouble(),
        run.path("MbPerSecond").asDouble(),
        run.path("ResponseTimeMeanNs").asDouble(-1),
        run.path("ResponseTimeP99Ns").asDouble(-1),
        run.path("LateStarts").asLong(-1),
        run.path("Backlog").asLong(-1));
  }

  /** Any interval of a run of so many steps. */
  static StepLine interval(JsonNode row, int steps) {
    return new StepLine(
        row.path("step").asInt(),
        steps,
        row.path("workload").asText(),
        row.path("workers").asInt(),
        row.path("outstandingPerWorker").asInt(),
        row.path("iops").asDouble(),
        row.path("mbPerSecond").asDouble(),
        row.path("responseTimeMeanNs").asDouble(-1),
        row.path("responseTimeP99Ns").asDouble(-1),
        row.path("late").asLong(-1),
        row.path("backlog").asLong(-1));
  }

  /** The same with the name of the workload cut to fit. */
  StepLine withWorkload(String shorter) {
    return new StepLine(
        step,
        steps,
        shorter,
        workers,
        outstandingPerWorker,
        iops,
        mbPerSecond,
        meanNs,
        p99Ns,
        late,
        backlog);
  }

  /**
   * {@code 3/16 exchange-db 1x4 12,345 IOPS 101 MB/s mean 0.321 ms p99 0.912 ms}; in an open loop
   * with {@code late 3 backlog 0}.
   */
  String text() {
    return "%d/%s %s %dx%d  %s IOPS  %s MB/s  mean %s ms  p99 %s ms%s"
        .formatted(
            step,
            steps == 0 ? "-" : steps,
            workload,
            workers,
            outstandingPerWorker,
            Figures.rate(iops),
            Figures.rate(mbPerSecond),
            Figures.ms(meanNs),
            Figures.ms(p99Ns),
            backlog < 0 ? "" : "  late %,d  backlog %,d".formatted(late, backlog));
  }
}
