package io.loadstone.store.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityTest {
  @TempDir Path dir;

  // B119
  @Test
  void killLosesNothingThatAMethodReturnedFrom() throws Exception {
    Random random = new Random(42);
    for (int round = 0; round < 6; round++) {
      Path file = dir.resolve("round-" + round).resolve("results.db");
      List<String> printed = runAndKillAfter(file, 1 + random.nextInt(700));

      assertThat(Files.exists(file.resolveSibling("results.db-wal"))).isTrue();
      SqliteResultStore store = new SqliteResultStore(new Database(file, Clock.systemUTC()));
      List<Long> intervals = new ArrayList<>();
      store.intervals(StoreChild.RUN, interval -> intervals.add(interval.startEpochMs()));
      List<Annotation> journal = store.result(StoreChild.RUN).orElseThrow().journal();
      assertThat(store.unfinished()).extracting(RunSummary::id).containsExactly(StoreChild.RUN);
      assertThat(store.unfinishedStep(StoreChild.RUN)).isPresent();
      assertThat(intervals).containsAll(numbers(printed, "interval "));
      assertThat(journal).extracting(Annotation::epochMs).containsAll(numbers(printed, "remark "));
      assertThat(RawSql.query(file, "PRAGMA integrity_check")).isEqualTo("ok");
      assertThat(RawSql.query(file, "PRAGMA foreign_key_check")).isEmpty();
      store.changed(Samples.run(StoreChild.RUN, 1, RunState.INTERRUPTED));
      // What may be left is its last step, which whoever calls it interrupted has to sum up.
      assertThat(store.unfinished()).allMatch(run -> run.state().ended());
      store.close();
    }
  }

  @Test
  void aCleanEndLeavesOneFile() throws Exception {
    Path file = dir.resolve("results.db");
    SqliteResultStore store = new SqliteResultStore(new Database(file, Clock.systemUTC()));
    store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);
    store.runs(1);

    store.close();

    try (Stream<Path> left = Files.list(dir)) {
      assertThat(left.filter(Files::isRegularFile)).containsExactly(file);
    }
  }

  @Test
  void readersSeeWholeStatesWhileAWriterWrites() throws Exception {
    Path file = dir.resolve("results.db");
    SqliteResultStore store = new SqliteResultStore(new Database(file, Clock.systemUTC()));
    store.accepted(Samples.run("r", 1), Samples.PLAN, Samples.AGENT);
    int total = 400;
    CountDownLatch readersReady = new CountDownLatch(2);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<Integer>> readers = new ArrayList<>();
      for (int reader = 0; reader < 2; reader++) {
        readers.add(
            threads.submit(
                () -> {
                  readersReady.countDown();
                  int seen = 0;
                  while (seen < total) {
                    List<Interval> intervals = new ArrayList<>();
                    store.intervals("r", intervals::add);
                    assertThat(intervals.size()).isGreaterThanOrEqualTo(seen);
                    seen = intervals.size();
                    for (int i = 0; i < seen; i++) {
                      assertThat(intervals.get(i)).isEqualTo(Samples.interval(0, i));
                    }
                    assertThat(store.result("r")).isPresent();
                  }
                  return seen;
                }));
      }
      readersReady.await();
      for (int i = 0; i < total; i++) {
        store.interval("r", Samples.interval(0, i));
      }
      for (Future<Integer> reader : readers) {
        assertThat(reader.get()).isEqualTo(total);
      }
    }
    store.close();
  }

  @Test
  void manyThreadsMayWrite() throws Exception {
    SqliteResultStore store =
        new SqliteResultStore(new Database(dir.resolve("results.db"), Clock.systemUTC()));
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < 4; writer++) {
        String id = "run-" + writer;
        writers.add(
            threads.submit(
                () -> {
                  store.accepted(Samples.run(id, 1), Samples.PLAN, Samples.AGENT);
                  for (int i = 0; i < 50; i++) {
                    store.interval(id, Samples.interval(0, i));
                  }
                  return null;
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
    assertThat(store.runs(10)).hasSize(4);
    store.close();
  }

  @Test
  void aHundredThousandIntervalsPassThroughALittleHeap() throws Exception {
    Path file = dir.resolve("results.db");
    SqliteResultStore store = new SqliteResultStore(new Database(file, Clock.systemUTC()));
    store.accepted(Samples.run(StoreChild.RUN, 1), Samples.PLAN, Samples.AGENT);
    store.interval(StoreChild.RUN, Samples.interval(0, 1));
    RawSql.update(file, copiesOfTheOnlyInterval(99_999));
    store.close();

    // Kept in memory, they would be more than 100 MB.
    Process child = StoreChild.start(file, "count", "-Xmx24m");

    try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readAllAsString().strip()).isEqualTo("count 100000");
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private static String copiesOfTheOnlyInterval(int copies) {
    return "CREATE TEMP TABLE one AS SELECT * FROM intervals; UPDATE one SET id = NULL, note_count"
        + " = 0; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
        + copies
        + ") INSERT INTO intervals SELECT one.* FROM n, one";
  }

  private static List<String> runAndKillAfter(Path file, int lines)
      throws IOException, InterruptedException {
    List<String> printed = new ArrayList<>();
    Process child = StoreChild.start(file, "write");
    try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        printed.add(line);
        if (printed.size() == lines) {
          child.toHandle().destroyForcibly(); // SIGKILL; what it printed before still comes
        }
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThat(child.exitValue()).isEqualTo(128 + 9);
    assertThat(printed).hasSizeGreaterThanOrEqualTo(lines);
    return printed;
  }

  private static List<Long> numbers(List<String> printed, String prefix) {
    return printed.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> Long.valueOf(line.substring(prefix.length())))
        .toList();
  }
}
