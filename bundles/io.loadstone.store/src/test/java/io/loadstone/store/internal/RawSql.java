package io.loadstone.store.internal;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.StringJoiner;
import org.sqlite.SQLiteDataSource;

/** The file as somebody else sees it who opens it beside the store. */
final class RawSql {
  private RawSql() {}

  /** All rows, columns parted by {@code |} and rows by line feeds, as the sqlite3 tool prints. */
  static String query(Path file, String sql) throws SQLException {
    try (Connection connection = open(file);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      StringJoiner lines = new StringJoiner("\n");
      while (rows.next()) {
        StringJoiner line = new StringJoiner("|");
        for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
          line.add(String.valueOf(rows.getString(column)));
        }
        lines.add(line.toString());
      }
      return lines.toString();
    }
  }

  static void update(Path file, String sql) throws SQLException {
    try (Connection connection = open(file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  static Connection open(Path file) throws SQLException {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + file);
    return source.getConnection();
  }
}
