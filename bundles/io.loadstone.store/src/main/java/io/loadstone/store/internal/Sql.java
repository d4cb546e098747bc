package io.loadstone.store.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The few shapes of statements that the store uses. */
final class Sql {
  private Sql() {}

  /** Puts one thing into the parameters of a statement. */
  @FunctionalInterface
  interface Binding {
    void to(Parameters parameters) throws SQLException;
  }

  /** Makes one thing out of a row. */
  @FunctionalInterface
  interface Mapping<T> {
    T of(Columns row) throws SQLException;
  }

  /** Puts one element of a list into a row. */
  @FunctionalInterface
  interface ElementBinding<T> {
    void to(Parameters parameters, T element) throws SQLException;
  }

  static String insert(String table, List<String> columns) {
    return "INSERT INTO %s (%s) VALUES (%s)"
        .formatted(
            table,
            String.join(", ", columns),
            String.join(", ", Collections.nCopies(columns.size(), "?")));
  }

  /** Executes one statement without rows; the number of rows that it changed. */
  static int update(Connection connection, String sql, Binding binding) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      binding.to(new Parameters(statement));
      return statement.executeUpdate();
    }
  }

  /** Inserts a list: owner, position and then what {@code binding} says. */
  static <T> void insertList(
      Connection connection,
      String sql,
      Binding owner,
      Iterable<T> elements,
      ElementBinding<T> binding)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int position = 0;
      for (T element : elements) {
        Parameters parameters = new Parameters(statement);
        owner.to(parameters);
        binding.to(parameters.whole(position++), element);
        statement.executeUpdate();
      }
    }
  }

  static <T> List<T> list(Connection connection, String sql, Binding binding, Mapping<T> mapping)
      throws SQLException {
    List<T> found = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      binding.to(new Parameters(statement));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(mapping.of(new Columns(rows)));
        }
      }
    }
    return found;
  }

  static <T> Optional<T> first(
      Connection connection, String sql, Binding binding, Mapping<T> mapping) throws SQLException {
    return list(connection, sql + " LIMIT 1", binding, mapping).stream().findFirst();
  }

  static long lastRowId(Connection connection) throws SQLException {
    return number(connection, "SELECT last_insert_rowid()");
  }

  /** The single number that a statement without parameters gives. */
  static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Executes one or several statements without parameters. */
  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
