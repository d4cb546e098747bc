package io.loadstone.store.internal;

import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.DirectionInterval;
import io.loadstone.api.result.EncodedHistogram;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of {@code intervals} and {@code interval_notes}. */
final class IntervalRows {
  private static final List<String> COLUMNS = columns();

  private static final String INSERT = insert();

  private static final String READ =
      "SELECT id, note_count, " + String.join(", ", COLUMNS) + " FROM intervals WHERE run_id = ? ";

  private IntervalRows() {}

  /**
   * An interval and where it stands in the file.
   *
   * @param id grows from interval to interval
   */
  record Stored(long id, Interval interval) {}

  static void insert(Connection connection, String runId, Interval interval) throws SQLException {
    Sql.update(
        connection,
        INSERT,
        to -> {
          to.text(runId).whole(interval.notes().size());
          to.whole(interval.step()).flag(interval.rampUp());
          to.whole(interval.startEpochMs()).whole(interval.lengthNs());
          FigureColumns.bind(to, interval.read().figures());
          FigureColumns.bind(to, interval.write().figures());
          FigureColumns.bind(to, interval.total());
          OpenLoopColumns.bindKept(to, interval.arrivals());
          FigureColumns.bind(to, interval.cpu());
          FigureColumns.bind(to, interval.device());
          for (DirectionInterval direction : List.of(interval.read(), interval.write())) {
            to.blob(direction.serviceHistogram().toBytes());
            to.blob(direction.responseHistogram().toBytes());
          }
        });
    if (!interval.notes().isEmpty()) {
      long id = Sql.lastRowId(connection);
      Sql.insertList(
          connection,
          "INSERT INTO interval_notes (interval_id, position, note) VALUES (?, ?, ?)",
          to -> to.whole(id),
          interval.notes(),
          Parameters::text);
    }
  }

  /** The next intervals of a run in order, so that a long run never stands in memory whole. */
  static List<Stored> page(Connection connection, String runId, long afterId, int limit)
      throws SQLException {
    return list(
        connection,
        READ + "AND id > ? ORDER BY id LIMIT ?",
        to -> to.text(runId).whole(afterId).whole(limit));
  }

  /** Intervals of a run in order, without the first ones. */
  static List<Interval> part(Connection connection, String runId, long withoutFirst, long limit)
      throws SQLException {
    return list(
            connection,
            READ + "ORDER BY id LIMIT ? OFFSET ?",
            to -> to.text(runId).whole(limit).whole(withoutFirst))
        .stream()
        .map(Stored::interval)
        .toList();
  }

  private static List<Stored> list(Connection connection, String query, Sql.Binding binding)
      throws SQLException {
    return Sql.list(
        connection,
        query,
        binding,
        row -> {
          long id = row.whole();
          List<String> notes = row.whole() == 0 ? List.of() : notes(connection, id);
          return new Stored(id, interval(row, notes));
        });
  }

  private static Interval interval(Columns row, List<String> notes) throws SQLException {
    int step = row.number();
    boolean rampUp = row.flag();
    long startEpochMs = row.whole();
    long lengthNs = row.whole();
    IoFigures read = FigureColumns.figures(row);
    IoFigures write = FigureColumns.figures(row);
    IoFigures total = FigureColumns.figures(row);
    Optional<ArrivalFigures> arrivals = OpenLoopColumns.kept(row);
    CpuFigures cpu = FigureColumns.cpu(row);
    DeviceFigures device = FigureColumns.device(row);
    return new Interval(
        step,
        rampUp,
        startEpochMs,
        lengthNs,
        new DirectionInterval(read, histogram(row), histogram(row)),
        new DirectionInterval(write, histogram(row), histogram(row)),
        total,
        arrivals,
        cpu,
        device,
        notes);
  }

  private static EncodedHistogram histogram(Columns row) throws SQLException {
    return new EncodedHistogram(row.blob());
  }

  private static List<String> notes(Connection connection, long id) throws SQLException {
    return Sql.list(
        connection,
        "SELECT note FROM interval_notes WHERE interval_id = ? ORDER BY position",
        to -> to.whole(id),
        Columns::text);
  }

  private static String insert() {
    List<String> columns = new ArrayList<>(List.of("run_id", "note_count"));
    columns.addAll(COLUMNS);
    return Sql.insert("intervals", columns);
  }

  private static List<String> columns() {
    List<String> columns = new ArrayList<>();
    columns.addAll(List.of("step", "ramp_up", "start_epoch_ms", "length_ns"));
    columns.addAll(FigureColumns.READ_WRITE_TOTAL);
    columns.addAll(OpenLoopColumns.KEPT);
    columns.addAll(FigureColumns.CPU);
    columns.addAll(FigureColumns.DEVICE);
    for (String direction : List.of("read", "write")) {
      columns.add(direction + "_service_histogram");
      columns.add(direction + "_response_histogram");
    }
    return List.copyOf(columns);
  }
}
