package io.loadstone.store.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;
import org.slf4j.LoggerFactory;

class DamagedStoreTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-30T18:44:12Z"), ZoneOffset.UTC);

  @TempDir Path dir;
  private Path file;
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    file = dir.resolve("results.db");
    log.start();
    root().addAppender(log);
  }

  @AfterEach
  void stopListening() {
    root().detachAppender(log);
  }

  @Test
  void textThatIsNoDatabaseIsMovedAsideAndANewOneBegun() throws Exception {
    byte[] rubbish =
        "this was a database once, it is not any more\n"
            .repeat(300)
            .getBytes(StandardCharsets.UTF_8);
    Files.write(file, rubbish);

    SqliteResultStore store = open();

    store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);
    assertThat(store.runs(1)).hasSize(1);
    Path aside = dir.resolve("results.db.damaged-20261130-184412");
    assertThat(aside).hasBinaryContent(rubbish);
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains(file + " was damaged")
        .contains(aside.toString());
    store.close();
  }

  @Test
  void aSecondDamagedFileInTheSameSecondTakesAnotherName() throws Exception {
    Files.writeString(dir.resolve("results.db.damaged-20261130-184412"), "the first one");
    Files.writeString(file, "no database ".repeat(200));

    open().close();

    assertThat(dir.resolve("results.db.damaged-20261130-184412")).hasContent("the first one");
    assertThat(dir.resolve("results.db.damaged-20261130-184412-2")).exists();
  }

  @Test
  void pagesOverwrittenInTheMiddleAreFoundAtTheStart() throws Exception {
    SqliteResultStore old = open();
    old.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);
    for (int i = 0; i < 200; i++) {
      old.interval("r", Samples.interval(0, i));
    }
    old.close();
    overwrite(Files.size(file) / 2, 16_384);

    SqliteResultStore store = open();

    assertThat(store.runs(1)).isEmpty();
    assertThat(dir.resolve("results.db.damaged-20261130-184412")).exists();
    assertThat(warnings()).hasSize(1);
    store.close();
  }

  @Test
  void damageThatShowsWhileTheAgentRunsIsToldAndMendedWithTheNextCall() throws Exception {
    SqliteResultStore store = open();
    store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);
    for (int i = 0; i < 200; i++) {
      store.interval("r", Samples.interval(0, i));
    }
    RawSql.update(file, "PRAGMA wal_checkpoint(TRUNCATE)");
    overwrite(0, (int) Files.size(file));

    assertThatIOException()
        .isThrownBy(() -> store.intervals("r", _ -> {}))
        .withMessageContaining(file + " is damaged");

    assertThat(store.runs(1)).isEmpty();
    store.accepted(Samples.run("s", 1), Samples.PLAN, Samples.AGENT);
    assertThat(store.runs(1)).hasSize(1);
    assertThat(dir.resolve("results.db.damaged-20261130-184412")).exists();
    store.close();
  }

  @Test
  void aFileThatIsEmptiedWhileTheAgentRunsIsToldAndBegunAnewWithTheNextCall() throws Exception {
    SqliteResultStore store = open();
    store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);
    RawSql.update(file, "PRAGMA wal_checkpoint(TRUNCATE)");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(0);
    }

    assertThatIOException()
        .isThrownBy(() -> store.runs(1))
        .withMessageContaining(file + " is damaged");

    assertThat(store.runs(1)).isEmpty();
    store.accepted(Samples.run("s", 1), Samples.PLAN, Samples.AGENT);
    assertThat(store.runs(1)).hasSize(1);
    store.close();
  }

  @Test
  void anEmptyFileIsANewStore() throws Exception {
    Files.createFile(file);

    SqliteResultStore store = open();

    assertThat(store.runs(1)).isEmpty();
    assertThat(warnings()).isEmpty();
    store.close();
  }

  @Test
  void aFileOfANewerVersionIsRefusedAndLeftAlone() throws Exception {
    open().close();
    int newer = Schema.VERSION + 1;
    RawSql.update(file, "PRAGMA user_version = " + newer);
    byte[] before = Files.readAllBytes(file);

    SqliteResultStore store = open();

    assertThatIOException()
        .isThrownBy(() -> store.runs(1))
        .withMessageContaining(file + " was written by a newer Loadstone (schema version " + newer)
        .withMessageContaining("this one knows 1 to " + Schema.VERSION);
    assertThat(warnings()).singleElement().asString().contains("newer Loadstone");
    assertThat(file).hasBinaryContent(before);
    store.close();
  }

  @Test
  void aDatabaseOfAnotherProgramIsRefusedAndLeftAlone() throws Exception {
    RawSql.update(file, "CREATE TABLE photos (name TEXT)");
    byte[] before = Files.readAllBytes(file);

    SqliteResultStore store = open();

    assertThatIOException()
        .isThrownBy(() -> store.runs(1))
        .withMessageContaining("is an SQLite database of another program")
        .withMessageContaining("io.loadstone.store.cfg");
    assertThat(file).hasBinaryContent(before);
    store.close();
  }

  @Test
  void aFolderInPlaceOfTheFileIsToldAndMendedWithoutARestart() throws Exception {
    Files.createDirectory(file);

    SqliteResultStore store = open();

    assertThatIOException()
        .isThrownBy(() -> store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT))
        .withMessageContaining(file + " is no regular file");
    Files.delete(file);
    store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);
    assertThat(store.runs(1)).hasSize(1);
    store.close();
  }

  @Test
  void aFileWhereTheFolderShouldBeIsTold() throws Exception {
    Files.writeString(dir.resolve("data"), "a file");

    SqliteResultStore store =
        new SqliteResultStore(new Database(dir.resolve("data").resolve("results.db"), CLOCK));

    assertThatIOException()
        .isThrownBy(() -> store.runs(1))
        .withMessageContaining("the folder " + dir.resolve("data"))
        .withMessageContaining("create it");
    store.close();
  }

  @Test
  void aFileThatWasRemovedWhileTheAgentRanIsToldAndBegunAnew() throws Exception {
    SqliteResultStore store = open();
    store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);
    try (Stream<Path> files = Files.list(dir)) {
      for (Path one : files.filter(Files::isRegularFile).toList()) {
        Files.delete(one);
      }
    }

    assertThatIOException()
        .isThrownBy(() -> store.interval("r", Samples.interval(0, 1)))
        .withMessageContaining("does not know that run");

    assertThat(warnings()).singleElement().asString().contains("was removed or replaced");
    store.accepted(Samples.run("s", 1), Samples.PLAN, Samples.AGENT);
    assertThat(store.runs(5)).hasSize(1);
    store.close();
  }

  @Test
  void aFullDiskIsToldWithItsCureAndTheStoreGoesOnAfterIt() throws Exception {
    SqliteResultStore store = open();
    store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);
    store.close();
    // SQLite takes its page limit for a full disk, with the same error.
    Database limited = new Database(file, CLOCK);
    SqliteResultStore full = new SqliteResultStore(limited);
    limited.write(
        "limiting",
        c -> {
          try (Statement statement = c.createStatement()) {
            statement.execute("PRAGMA max_page_count = 1");
            return true;
          }
        });

    assertThatIOException()
        .isThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                full.interval("r", Samples.interval(0, i));
              }
            })
        .withMessageContaining("storing an interval of run r failed")
        .withMessageContaining("the file system of " + file + " is full")
        .withMessageContaining("free some space");

    assertThat(full.runs(1)).hasSize(1);
    full.close();
  }

  @Test
  void aLockOfAnotherProgramIsTold() throws Exception {
    SqliteResultStore store = open();
    try (Connection other = RawSql.open(file);
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");

      assertThatIOException()
          .isThrownBy(() -> store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT))
          .withMessageContaining("another program holds a lock on " + file);
      assertThat(store.runs(1)).isEmpty();
      statement.execute("ROLLBACK");
    }
    store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);
    assertThat(store.runs(1)).hasSize(1);
    store.close();
  }

  @Test
  void aFolderThatCannotBeWrittenIsTold() throws Exception {
    Path proc = Path.of("/proc/loadstone-test");
    assumeTrue(
        Files.isDirectory(Path.of("/proc/self")), "skipped: needs /proc, where nobody may write");

    SqliteResultStore store =
        new SqliteResultStore(new Database(proc.resolve("results.db"), CLOCK));

    assertThatIOException().isThrownBy(() -> store.runs(1)).withMessageContaining(proc.toString());
    assertThat(warnings()).singleElement().asString().contains("No run can start");
    store.close();
  }

  @Test
  void aRelativeFileInTheConfigurationIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SqliteResultStore(config("results.db"), agent()))
        .withMessageContaining("io.loadstone.store.cfg: file is \"results.db\"")
        .withMessageContaining("absolute");
  }

  @Test
  void theConfiguredFileIsUsed() throws Exception {
    SqliteResultStore store = new SqliteResultStore(config(" " + file + " "), agent());

    store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);

    assertThat(RawSql.query(file, "SELECT id FROM runs")).isEqualTo("r");
    store.close();
  }

  @Test
  void withoutALineForItTheFileIsInTheAgentsDataFolder() throws Exception {
    SqliteResultStore store = new SqliteResultStore(config(""), agent());

    store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);

    assertThat(file.getParent().resolve("results.db")).isNotEmptyFile();
    store.close();
  }

  // Its data folder is the one of this test's file.
  private BundleContext agent() {
    return (BundleContext)
        Proxy.newProxyInstance(
            DamagedStoreTest.class.getClassLoader(),
            new Class<?>[] {BundleContext.class},
            (_, _, names) ->
                names[0].equals("loadstone.data") ? file.getParent().toString() : null);
  }

  private SqliteResultStore open() {
    return new SqliteResultStore(new Database(file, CLOCK));
  }

  private void overwrite(long at, int bytes) throws IOException {
    byte[] rubbish = new byte[bytes];
    new Random(1).nextBytes(rubbish);
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.seek(at);
      raw.write(rubbish);
    }
  }

  private List<String> warnings() {
    return log.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  private static SqliteResultStore.Config config(String value) {
    Map<String, Object> values = Map.of("file", value);
    return (SqliteResultStore.Config)
        Proxy.newProxyInstance(
            DamagedStoreTest.class.getClassLoader(),
            new Class<?>[] {SqliteResultStore.Config.class},
            (_, method, _) -> values.get(method.getName()));
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger("io.loadstone.store");
  }
}
