package io.loadstone.store.internal;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/** Sets the parameters of one row of a statement, from left to right. */
final class Parameters {
  private final PreparedStatement statement;
  private int set;

  Parameters(PreparedStatement statement) {
    this.statement = statement;
  }

  Parameters text(String value) throws SQLException {
    statement.setString(++set, value);
    return this;
  }

  Parameters whole(long value) throws SQLException {
    statement.setLong(++set, value);
    return this;
  }

  Parameters flag(boolean value) throws SQLException {
    return whole(value ? 1 : 0);
  }

  Parameters name(Enum<?> value) throws SQLException {
    return text(value.name());
  }

  /** Stores a mean of nothing, which is no number, as NULL: no reader must ever meet a NaN. */
  Parameters real(double value) throws SQLException {
    if (Double.isFinite(value)) {
      statement.setDouble(++set, value);
      return this;
    }
    return nothing();
  }

  Parameters blob(byte[] value) throws SQLException {
    statement.setBytes(++set, value);
    return this;
  }

  Parameters nothing() throws SQLException {
    statement.setNull(++set, Types.NULL);
    return this;
  }
}
