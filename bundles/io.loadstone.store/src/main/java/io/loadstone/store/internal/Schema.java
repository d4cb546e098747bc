package io.loadstone.store.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;

/** The versions of the tables, from {@code schema-1.sql} on; a file is brought up step by step. */
final class Schema {
  /** The newest version; SQLite's {@code user_version} says which one a file has. */
  static final int VERSION = 8;

  // "Load" in ASCII, so that a foreign SQLite file is told from one of ours.
  private static final int APPLICATION_ID = 0x4C6F6164;

  private Schema() {}

  /**
   * Why the file must not be used, if it must not.
   *
   * @return a phrase that follows the file's name; empty if all is well
   */
  static String refusal(Connection connection) throws SQLException {
    long version = version(connection);
    long application = Sql.number(connection, "PRAGMA application_id");
    if (application != APPLICATION_ID
        && (application != 0 || Sql.number(connection, "SELECT count(*) FROM sqlite_master") > 0)) {
      return "is an SQLite database of another program; set file in io.loadstone.store.cfg to"
          + " another name";
    }
    return version <= VERSION
        ? ""
        : "was written by a newer Loadstone (schema version %d, this one knows 1 to %d); run that"
                .formatted(version, VERSION)
            + " version, or set file in io.loadstone.store.cfg to another name";
  }

  /** Brings the tables to {@link #VERSION}; a version is there wholly or not at all. */
  static void bringUp(Connection connection) throws SQLException {
    for (long next = version(connection) + 1; next <= VERSION; next++) {
      Sql.execute(connection, "BEGIN IMMEDIATE");
      try {
        Sql.execute(connection, script(next));
        Sql.execute(connection, "PRAGMA application_id = " + APPLICATION_ID);
        Sql.execute(connection, "PRAGMA user_version = " + next);
        Sql.execute(connection, "COMMIT");
      } catch (SQLException e) {
        Database.rollBack(connection, e);
        throw e;
      }
    }
  }

  private static long version(Connection connection) throws SQLException {
    return Sql.number(connection, "PRAGMA user_version");
  }

  private static String script(long version) {
    String name = "schema-" + version + ".sql";
    try (InputStream script = Schema.class.getResourceAsStream(name)) {
      if (script == null) {
        throw new AssertionError(name + " is not in this bundle");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(name + " in this bundle cannot be read", e);
    }
  }
}
