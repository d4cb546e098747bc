package io.loadstone.store.internal;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * One SQLite file. It is opened with the first access, checked, set aside if it is damaged, and
 * brought to the newest schema. If that fails, the access fails with the reason and the next one
 * tries again, so that a cure needs no restart.
 *
 * <p>A transaction is in the log file of SQLite (WAL) when {@link #write} returns, and so survives
 * the end of the process. It is not flushed to the device each time: that would put a flush per
 * second under the very load that is being measured. {@link #flush} does it at the end of a run.
 *
 * <p><b>Threads:</b> any. One writes at a time; readers never wait for a writer.
 */
final class Database implements AutoCloseable {
  private static final String DAMAGED = ".damaged-";
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  private static final int BUSY_MS = 5_000;

  // A full check reads the whole file; a larger one would delay the start of the agent.
  private static final long ALWAYS_CHECKED_BYTES = 64L << 20;

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private final Path file;
  private final Clock clock;
  private final SQLiteDataSource source = new SQLiteDataSource(config());

  private @Nullable Connection writer;
  private @Nullable Object openedKey;
  private boolean suspect;
  private boolean closed;

  Database(Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
    source.setUrl("jdbc:sqlite:" + file);
  }

  /** The file; need not exist. */
  Path file() {
    return file;
  }

  /** Something to do with a connection. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /**
   * Does {@code work} as one transaction.
   *
   * @param what is done, for messages
   */
  synchronized <T> T write(String what, Work<T> work) throws IOException {
    Connection connection = opened();
    try {
      Sql.execute(connection, "BEGIN IMMEDIATE");
      try {
        T result = work.on(connection);
        Sql.execute(connection, "COMMIT");
        return result;
      } catch (SQLException | RuntimeException e) {
        rollBack(connection, e);
        throw e;
      }
    } catch (SQLException e) {
      throw failed(what, e);
    }
  }

  /** Does {@code work} on one unchanging state of the file, while others may write. */
  <T> T read(String what, Work<T> work) throws IOException {
    synchronized (this) {
      opened();
    }
    try (Connection connection = source.getConnection()) {
      Sql.execute(connection, "BEGIN");
      T result = work.on(connection);
      Sql.execute(connection, "COMMIT");
      return result;
    } catch (SQLException e) {
      throw failed(what, e);
    }
  }

  /** Brings what was written to the device, as far as no reader is in the way. */
  synchronized void flush() throws IOException {
    Connection connection = opened();
    try {
      Sql.number(connection, "PRAGMA wal_checkpoint(PASSIVE)");
    } catch (SQLException e) {
      throw failed("bringing the results to the device", e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    closeWriter();
  }

  static void rollBack(Connection connection, Exception cause) {
    try {
      Sql.execute(connection, "ROLLBACK");
    } catch (SQLException e) {
      // SQLite has rolled back by itself after a full disk or an I/O error.
      cause.addSuppressed(e);
    }
  }

  private static SQLiteConfig config() {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_MS);
    config.enforceForeignKeys(true);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    return config;
  }

  private Connection opened() throws IOException {
    if (closed) {
      throw new IOException("the result store in " + file + " is closed: the agent is stopping");
    }
    if (writer != null && !isWhatWasOpened()) {
      closeWriter();
      LOG.warn(
          "{} was removed or replaced while the agent ran, and the results in it with it; whatever"
              + " is there now is used from here on.",
          file);
    }
    Connection connection = writer;
    if (connection == null) {
      connection = open();
      writer = connection;
      openedKey = key();
      suspect = false;
    }
    return connection;
  }

  private Connection open() throws IOException {
    refuseWhatIsNoFile();
    NativeLibrary.load(file);
    try {
      Optional<Connection> sound = openIfSound();
      if (sound.isPresent()) {
        return sound.get();
      }
      Path aside = setAside();
      Connection fresh = openIfSound().orElseThrow(() -> damagedAgain(aside));
      // An error, so that the start tells it: somebody will miss these results.
      LOG.error(
          "{} was damaged and was moved to {}; a new, empty one was begun (sqlite3 {} .recover may"
              + " bring back what is in the old one).",
          file,
          aside,
          aside);
      return fresh;
    } catch (SQLException e) {
      throw StoreProblem.of("opening the result store", file, e);
    }
  }

  private void refuseWhatIsNoFile() throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    try {
      if (folder != null) {
        Files.createDirectories(folder);
      }
    } catch (IOException e) {
      throw new IOException(
          "opening the result store failed: the folder "
              + folder
              + " cannot be created ("
              + StoreProblem.reason(e)
              + "); create it for the user of the agent, or set file in io.loadstone.store.cfg to"
              + " another folder",
          e);
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(
          "opening the result store failed: "
              + file
              + " is no regular file; move it away, or set file in io.loadstone.store.cfg to"
              + " another name");
    }
  }

  /** An open, checked, current connection; empty if the file is damaged. */
  private Optional<Connection> openIfSound() throws SQLException, IOException {
    Connection connection = null;
    boolean use = false;
    try {
      connection = source.getConnection();
      String refusal = Schema.refusal(connection);
      if (!refusal.isEmpty()) {
        throw new IOException("opening the result store failed: " + file + " " + refusal);
      }
      if (!isSound(connection)) {
        return Optional.empty();
      }
      // Readers and the writer do not wait for each other; where the file system cannot do that
      // (some network ones), SQLite stays with its rollback journal, which is as safe.
      Sql.execute(connection, "PRAGMA journal_mode = WAL");
      Schema.bringUp(connection);
      use = true;
      return Optional.of(connection);
    } catch (SQLException e) {
      if (StoreProblem.isDamage(e)) {
        return Optional.empty();
      }
      throw e;
    } finally {
      if (connection != null && !use) {
        connection.close();
      }
    }
  }

  private boolean isSound(Connection connection) throws SQLException, IOException {
    if (!suspect && Files.size(file) > ALWAYS_CHECKED_BYTES) {
      return true;
    }
    return Sql.list(connection, "PRAGMA quick_check(1)", to -> {}, Columns::text)
        .getFirst()
        .equals("ok");
  }

  /**
   * Moves the file and what belongs to it away; the file itself last, so that a kill repeats it.
   */
  private Path setAside() throws IOException {
    String stamp = DAMAGED + STAMP.format(clock.instant());
    String name = file.getFileName() + stamp;
    for (int n = 2; Files.exists(file.resolveSibling(name)); n++) {
      name = file.getFileName() + stamp + "-" + n;
    }
    try {
      for (String suffix : new String[] {"-wal", "-shm", ""}) {
        Path from = file.resolveSibling(file.getFileName() + suffix);
        if (Files.exists(from)) {
          Files.move(from, file.resolveSibling(name + suffix));
        }
      }
    } catch (IOException e) {
      throw new IOException(
          "opening the result store failed: "
              + file
              + " is damaged and could not be moved aside ("
              + StoreProblem.reason(e)
              + "); move it away by hand",
          e);
    }
    return file.resolveSibling(name);
  }

  /** Damaged files that were moved aside and lie there still, oldest first. */
  List<Path> setAsideFiles() {
    String pattern = file.getFileName() + DAMAGED + "*";
    try (DirectoryStream<Path> found = Files.newDirectoryStream(file.getParent(), pattern)) {
      return StreamSupport.stream(found.spliterator(), false)
          .filter(aside -> !aside.toString().endsWith("-wal") && !aside.toString().endsWith("-shm"))
          .sorted()
          .toList();
    } catch (IOException | DirectoryIteratorException _) { // opening the file says what is wrong
      return List.of();
    }
  }

  private IOException damagedAgain(Path aside) {
    return new IOException(
        "opening the result store failed: "
            + file
            + " was damaged and moved to "
            + aside
            + ", and the new one is damaged as well; check the storage under it");
  }

  private synchronized IOException failed(String what, SQLException e) {
    if (StoreProblem.isDamage(e)) {
      suspect = true;
      closeWriter();
    }
    return StoreProblem.of(what, file, e);
  }

  private boolean isWhatWasOpened() throws IOException {
    Object key = key();
    return key != null && key.equals(openedKey);
  }

  /** Device and inode, which tell a file that took the name from the one that was opened. */
  private @Nullable Object key() throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException _) {
      return null; // gone; the caller compares
    }
  }

  private void closeWriter() {
    Connection connection = writer;
    writer = null;
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        LOG.warn("{} could not be closed cleanly: {}", file, e.getMessage());
      }
    }
  }
}
