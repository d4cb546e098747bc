package io.loadstone.store.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.SelfCheck;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.result.Verdict;
import io.loadstone.api.run.ResultStore.UnfinishedStep;
import io.loadstone.api.target.PageCache;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of {@code steps} and of the tables that hang on it. */
final class StepRows {
  private static final List<String> PLANNED =
      List.of(
          "run_id",
          "step",
          "workload",
          "distribution",
          "range_from",
          "range_from_unit",
          "range_to",
          "range_to_unit",
          "streams",
          "sequence",
          "data_compressible_percent",
          "data_duplicate_percent",
          "data_unit_bytes",
          "workers",
          "outstanding_per_worker",
          "rate_per_second",
          "rate_unit",
          "arrival_law",
          "arrival_burst",
          "pass",
          "ramp_up_ns",
          "run_time_ns",
          "pause_ns",
          "engine",
          "page_cache",
          "ended");

  private static final List<String> MEASURED = measured();

  private static final String READ_PLANNED =
      "SELECT id, " + String.join(", ", PLANNED.subList(1, PLANNED.size() - 1));

  private static final String FROM_STEPS = " FROM steps WHERE run_id = ? AND ended = ";

  private StepRows() {}

  static void insertBegun(Connection connection, String runId, UnfinishedStep begun)
      throws SQLException {
    String sql = Sql.insert("steps", PLANNED);
    Sql.update(connection, sql, to -> bindPlanned(to, runId, begun, false));
    insertLists(connection, Sql.lastRowId(connection), begun);
  }

  /** Takes the place of the row that {@link #insertBegun} made. */
  static void insertEnded(Connection connection, String runId, StepResult result)
      throws SQLException {
    Sql.update(
        connection,
        "DELETE FROM steps WHERE run_id = ? AND step = ?",
        to -> to.text(runId).whole(result.step().index()));
    UnfinishedStep begun =
        new UnfinishedStep(result.step(), result.targets(), result.engine(), result.pageCache());
    List<String> columns = new ArrayList<>(PLANNED);
    columns.addAll(MEASURED);
    Sql.update(
        connection,
        Sql.insert("steps", columns),
        to -> {
          bindPlanned(to, runId, begun, true);
          to.whole(result.startEpochMs()).whole(result.endEpochMs());
          to.real(result.rampUpSeconds()).real(result.runSeconds());
          FigureColumns.bind(to, result.read());
          FigureColumns.bind(to, result.write());
          FigureColumns.bind(to, result.total());
          OpenLoopColumns.bindKept(to, result.arrivals());
          FigureColumns.bind(to, result.cpu());
          FigureColumns.bind(to, result.device());
          LastingColumns.bindSteady(to, result.steady());
          LastingColumns.bindDurable(to, result.durable());
          GeneratorColumns.bind(to, result.generator());
          to.name(result.verdict().state());
          bindWritten(to, result.data());
        });
    long id = Sql.lastRowId(connection);
    insertLists(connection, id, begun);
    insertJudgement(connection, id, result);
  }

  static List<StepResult> ended(Connection connection, String runId) throws SQLException {
    String sql = READ_PLANNED + ", " + String.join(", ", MEASURED) + FROM_STEPS + "1 ORDER BY step";
    return Sql.list(
        connection,
        sql,
        to -> to.text(runId),
        row -> {
          long id = row.whole();
          UnfinishedStep begun = planned(connection, id, row);
          return new StepResult(
              begun.step(),
              begun.targets(),
              begun.engine(),
              begun.pageCache(),
              row.whole(),
              row.whole(),
              row.real(),
              row.real(),
              FigureColumns.figures(row),
              FigureColumns.figures(row),
              FigureColumns.figures(row),
              OpenLoopColumns.kept(row),
              FigureColumns.cpu(row),
              FigureColumns.device(row),
              LastingColumns.steady(row),
              LastingColumns.durable(row),
              GeneratorColumns.figures(row),
              new Verdict(row.name(Verdict.State.class), reasons(connection, id)),
              selfChecks(connection, id),
              new DataFigures(row.number(), row.number(), row.real(), row.real()));
        });
  }

  static Optional<UnfinishedStep> begun(Connection connection, String runId) throws SQLException {
    return Sql.first(
        connection,
        READ_PLANNED + FROM_STEPS + "0 ORDER BY step DESC",
        to -> to.text(runId),
        row -> planned(connection, row.whole(), row));
  }

  private static List<String> measured() {
    List<String> columns = new ArrayList<>();
    columns.addAll(List.of("start_epoch_ms", "end_epoch_ms", "ramp_up_seconds", "run_seconds"));
    columns.addAll(FigureColumns.READ_WRITE_TOTAL);
    columns.addAll(OpenLoopColumns.KEPT);
    columns.addAll(FigureColumns.CPU);
    columns.addAll(FigureColumns.DEVICE);
    columns.addAll(LastingColumns.ALL);
    columns.addAll(GeneratorColumns.NAMES);
    columns.add("verdict");
    columns.addAll(
        List.of(
            "sampled_units",
            "sampled_unit_bytes",
            "sampled_compressible_percent",
            "sampled_duplicate_percent"));
    return List.copyOf(columns);
  }

  private static void bindPlanned(Parameters to, String runId, UnfinishedStep begun, boolean ended)
      throws SQLException {
    StepPlan step = begun.step();
    AccessSpecification workload = step.workload();
    to.text(runId).whole(step.index()).text(workload.name());
    to.text(workload.distribution().text());
    to.real(workload.range().from().value()).name(workload.range().from().unit());
    to.real(workload.range().to().value()).name(workload.range().to().unit());
    to.whole(workload.streams()).text(workload.sequence().text());
    to.real(workload.data().compressiblePercent()).real(workload.data().duplicatePercent());
    to.whole(workload.data().unitBytes());
    to.whole(step.workers()).whole(step.outstandingPerWorker());
    OpenLoopColumns.bindAsked(to, step.openLoop());
    to.whole(step.pass()).whole(step.rampUp().toNanos()).whole(step.runTime().toNanos());
    to.whole(step.pause().toNanos()).text(begun.engine()).name(begun.pageCache()).flag(ended);
  }

  private static void bindWritten(Parameters to, DataFigures data) throws SQLException {
    if (data.known()) {
      to.whole(data.sampledUnits()).whole(data.unitBytes());
      to.real(data.compressiblePercent()).real(data.duplicatePercent());
    } else {
      to.nothing().nothing().nothing().nothing();
    }
  }

  private static UnfinishedStep planned(Connection connection, long id, Columns row)
      throws SQLException {
    int index = row.number();
    String name = row.text();
    Distribution distribution = Distribution.parse(row.text());
    AddressRange range = new AddressRange(bound(row), bound(row));
    AccessSpecification workload =
        new AccessSpecification(
            name,
            lines(connection, id),
            distribution,
            range,
            row.number(),
            Sequence.parse(row.text()),
            new DataContent(row.real(), row.real(), row.number()));
    StepPlan step =
        new StepPlan(
            index,
            workload,
            row.number(),
            row.number(),
            OpenLoopColumns.asked(row),
            row.number(),
            row.time(),
            row.time(),
            row.time());
    return new UnfinishedStep(step, targets(connection, id), row.text(), row.name(PageCache.class));
  }

  private static AddressRange.Bound bound(Columns row) throws SQLException {
    double value = row.real();
    return new AddressRange.Bound(row.name(AddressRange.Unit.class), value);
  }

  private static void insertLists(Connection connection, long id, UnfinishedStep begun)
      throws SQLException {
    Sql.insertList(
        connection,
        "INSERT INTO step_lines (step_id, position, size_bytes, share_percent, read_percent,"
            + " random_percent, burst, delay_ns, align_bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        to -> to.whole(id),
        begun.step().workload().lines(),
        (to, line) -> {
          to.whole(line.sizeBytes()).real(line.sharePercent()).real(line.readPercent());
          to.real(line.randomPercent()).whole(line.burst());
          to.whole(line.delay().toNanos()).whole(line.alignBytes());
        });
    Sql.insertList(
        connection,
        "INSERT INTO step_targets (step_id, position, target) VALUES (?, ?, ?)",
        to -> to.whole(id),
        begun.targets(),
        Parameters::text);
  }

  private static void insertJudgement(Connection connection, long id, StepResult result)
      throws SQLException {
    Sql.insertList(
        connection,
        "INSERT INTO step_verdict_reasons (step_id, position, reason) VALUES (?, ?, ?)",
        to -> to.whole(id),
        result.verdict().reasons(),
        Parameters::text);
    Sql.insertList(
        connection,
        "INSERT INTO step_self_checks (step_id, position, name, passed, detail)"
            + " VALUES (?, ?, ?, ?, ?)",
        to -> to.whole(id),
        result.selfChecks(),
        (to, check) -> to.text(check.name()).flag(check.passed()).text(check.detail()));
  }

  private static List<AccessLine> lines(Connection connection, long id) throws SQLException {
    return Sql.list(
        connection,
        "SELECT size_bytes, share_percent, read_percent, random_percent, burst, delay_ns,"
            + " align_bytes FROM step_lines WHERE step_id = ? ORDER BY position",
        to -> to.whole(id),
        row ->
            new AccessLine(
                row.number(),
                row.real(),
                row.real(),
                row.real(),
                row.number(),
                row.time(),
                row.number()));
  }

  private static List<String> targets(Connection connection, long id) throws SQLException {
    return Sql.list(
        connection,
        "SELECT target FROM step_targets WHERE step_id = ? ORDER BY position",
        to -> to.whole(id),
        Columns::text);
  }

  private static List<String> reasons(Connection connection, long id) throws SQLException {
    return Sql.list(
        connection,
        "SELECT reason FROM step_verdict_reasons WHERE step_id = ? ORDER BY position",
        to -> to.whole(id),
        Columns::text);
  }

  private static List<SelfCheck> selfChecks(Connection connection, long id) throws SQLException {
    return Sql.list(
        connection,
        "SELECT name, passed, detail FROM step_self_checks WHERE step_id = ? ORDER BY position",
        to -> to.whole(id),
        row -> new SelfCheck(row.text(), row.flag(), row.text()));
  }
}
