package io.loadstone.store.internal;

import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.Saturation;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Rows of {@code runs}, {@code labels}, {@code saturation} and {@code journal}. */
final class RunRows {
  private static final String SUMMARY =
      "SELECT id, name, state, reason, started_epoch_ms, ended_epoch_ms FROM runs";

  private static final String LIVE_STATES =
      Arrays.stream(RunState.values())
          .filter(state -> !state.ended())
          .map(state -> "'" + state.name() + "'")
          .collect(Collectors.joining(", ", "(", ")"));

  // Of a step that ended well there is a result as soon as there is a measured interval.
  private static final String WITHOUT_LAST_STEP =
      "(SELECT run_id FROM steps WHERE ended = 0 AND EXISTS (SELECT 1 FROM intervals WHERE"
          + " intervals.run_id = steps.run_id AND intervals.step = steps.step AND ramp_up = 0))";

  private RunRows() {}

  static void insert(Connection connection, RunSummary run, String planText, AgentInfo agent)
      throws SQLException {
    String sql =
        Sql.insert(
            "runs",
            List.of(
                "id",
                "name",
                "state",
                "reason",
                "started_epoch_ms",
                "ended_epoch_ms",
                "plan",
                "agent_version",
                "agent_host",
                "agent_os",
                "agent_processors",
                "agent_memory_bytes",
                "agent_java",
                "agent_clock"));
    Sql.update(
        connection,
        sql,
        to -> {
          to.text(run.id()).text(run.name()).name(run.state()).text(run.reason());
          to.whole(run.startedEpochMs()).whole(run.endedEpochMs()).text(planText);
          to.text(agent.version()).text(agent.host()).text(agent.os()).whole(agent.processors());
          to.whole(agent.memoryBytes()).text(agent.java()).text(agent.clock());
        });
    for (Map.Entry<String, String> label : run.labels().entrySet()) {
      Sql.update(
          connection,
          "INSERT INTO labels (run_id, name, value) VALUES (?, ?, ?)",
          to -> to.text(run.id()).text(label.getKey()).text(label.getValue()));
    }
  }

  /** Whether the run was there. */
  static boolean update(Connection connection, RunSummary run) throws SQLException {
    return Sql.update(
            connection,
            "UPDATE runs SET state = ?, reason = ?, started_epoch_ms = ?, ended_epoch_ms = ? WHERE id = ?",
            to ->
                to.name(run.state())
                    .text(run.reason())
                    .whole(run.startedEpochMs())
                    .whole(run.endedEpochMs())
                    .text(run.id()))
        == 1;
  }

  static List<RunSummary> newest(Connection connection, int limit) throws SQLException {
    return withLabels(
        connection,
        Sql.list(
            connection,
            SUMMARY + " ORDER BY started_epoch_ms DESC, id DESC LIMIT ?",
            to -> to.whole(limit),
            RunRows::summary));
  }

  static List<RunSummary> unfinished(Connection connection) throws SQLException {
    return withLabels(
        connection,
        Sql.list(
            connection,
            SUMMARY
                + " WHERE state IN "
                + LIVE_STATES
                + " OR id IN "
                + WITHOUT_LAST_STEP
                + " ORDER BY started_epoch_ms, id",
            to -> {},
            RunRows::summary));
  }

  static Optional<RunSummary> find(Connection connection, String runId) throws SQLException {
    return withLabels(
            connection,
            Sql.list(connection, SUMMARY + " WHERE id = ?", to -> to.text(runId), RunRows::summary))
        .stream()
        .findFirst();
  }

  static String planText(Connection connection, String runId) throws SQLException {
    return Sql.first(
            connection, "SELECT plan FROM runs WHERE id = ?", to -> to.text(runId), Columns::text)
        .orElseThrow();
  }

  static AgentInfo agent(Connection connection, String runId) throws SQLException {
    return Sql.first(
            connection,
            "SELECT agent_version, agent_host, agent_os, agent_processors, agent_memory_bytes,"
                + " agent_java, agent_clock FROM runs WHERE id = ?",
            to -> to.text(runId),
            row ->
                new AgentInfo(
                    row.text(),
                    row.text(),
                    row.text(),
                    row.number(),
                    row.whole(),
                    row.text(),
                    row.text()))
        .orElseThrow();
  }

  static void annotate(Connection connection, String runId, Annotation annotation)
      throws SQLException {
    Sql.update(
        connection,
        "INSERT INTO journal (run_id, epoch_ms, text) VALUES (?, ?, ?)",
        to -> to.text(runId).whole(annotation.epochMs()).text(annotation.text()));
  }

  static List<Annotation> journal(Connection connection, String runId) throws SQLException {
    return Sql.list(
        connection,
        "SELECT epoch_ms, text FROM journal WHERE run_id = ? ORDER BY id",
        to -> to.text(runId),
        row -> new Annotation(row.whole(), row.text()));
  }

  static void replaceSaturation(Connection connection, String runId, List<Saturation> saturation)
      throws SQLException {
    Sql.update(connection, "DELETE FROM saturation WHERE run_id = ?", to -> to.text(runId));
    Sql.insertList(
        connection,
        Sql.insert(
            "saturation",
            List.of(
                "run_id",
                "position",
                "workload",
                "step",
                "workers",
                "outstanding_per_worker",
                "iops",
                "response_time_mean_ns",
                "saturated",
                "rule",
                "reason")),
        to -> to.text(runId),
        saturation,
        (to, one) -> {
          to.text(one.workload()).whole(one.step()).whole(one.workers());
          to.whole(one.outstandingPerWorker()).real(one.iops()).real(one.responseTimeMeanNs());
          to.flag(one.saturated()).text(one.rule()).text(one.reason());
        });
  }

  static List<Saturation> saturation(Connection connection, String runId) throws SQLException {
    return Sql.list(
        connection,
        "SELECT workload, step, workers, outstanding_per_worker, iops, response_time_mean_ns,"
            + " saturated, rule, reason FROM saturation WHERE run_id = ? ORDER BY position",
        to -> to.text(runId),
        row ->
            new Saturation(
                row.text(),
                row.number(),
                row.number(),
                row.number(),
                row.real(),
                row.real(),
                row.flag(),
                row.text(),
                row.text()));
  }

  private static RunSummary summary(Columns row) throws SQLException {
    return new RunSummary(
        row.text(),
        row.text(),
        row.name(RunState.class),
        row.text(),
        row.whole(),
        row.whole(),
        Map.of());
  }

  private static List<RunSummary> withLabels(Connection connection, List<RunSummary> runs)
      throws SQLException {
    for (int i = 0; i < runs.size(); i++) {
      RunSummary run = runs.get(i);
      Map<String, String> labels = new TreeMap<>();
      Sql.list(
          connection,
          "SELECT name, value FROM labels WHERE run_id = ?",
          to -> to.text(run.id()),
          row -> labels.put(row.text(), row.text()));
      runs.set(
          i,
          new RunSummary(
              run.id(),
              run.name(),
              run.state(),
              run.reason(),
              run.startedEpochMs(),
              run.endedEpochMs(),
              labels));
    }
    return runs;
  }
}
