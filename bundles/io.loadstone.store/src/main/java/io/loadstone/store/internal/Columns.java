package io.loadstone.store.internal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Gets the columns of one row, from left to right. */
final class Columns {
  private final ResultSet row;
  private int got;

  Columns(ResultSet row) {
    this.row = row;
  }

  String text() throws SQLException {
    return row.getString(++got);
  }

  @Nullable String textOrNull() throws SQLException {
    return row.getString(++got);
  }

  /** Whether the column that was got last holds nothing. */
  boolean wasNothing() throws SQLException {
    return row.wasNull();
  }

  /** A whole number; 0 where the row has none. */
  long whole() throws SQLException {
    return whole(0);
  }

  long whole(long ifNone) throws SQLException {
    long value = row.getLong(++got);
    return row.wasNull() ? ifNone : value;
  }

  int number() throws SQLException {
    return row.getInt(++got);
  }

  boolean flag() throws SQLException {
    return whole() != 0;
  }

  Duration time() throws SQLException {
    return Duration.ofNanos(whole());
  }

  <E extends Enum<E>> E name(Class<E> type) throws SQLException {
    return Enum.valueOf(type, text());
  }

  /** A real number; 0 where the row has none. */
  double real() throws SQLException {
    return real(0);
  }

  double real(double ifNone) throws SQLException {
    double value = row.getDouble(++got);
    return row.wasNull() ? ifNone : value;
  }

  /** Bytes; an empty array where the row has none. */
  byte[] blob() throws SQLException {
    byte[] value = row.getBytes(++got);
    return value == null ? new byte[0] : value;
  }
}
