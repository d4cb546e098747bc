package io.loadstone.store.internal;

import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.Interval;
import io.loadstone.api.target.PageCache;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A JVM of its own that uses a store, so that it can be killed or given little memory. */
final class StoreChild {
  static final String RUN = "killed";

  private StoreChild() {}

  /** Two arguments: {@code write} or {@code count}, and the file. */
  public static void main(String[] args) throws IOException {
    SqliteResultStore store =
        new SqliteResultStore(new Database(Path.of(args[1]), Clock.systemUTC()));
    if (args[0].equals("write")) {
      writeUntilKilled(store);
    } else {
      AtomicLong intervals = new AtomicLong();
      store.intervals(RUN, _ -> intervals.incrementAndGet());
      print("count " + intervals);
    }
  }

  static Process start(Path file, String what, String... jvmOptions) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(jvmOptions));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(StoreChild.class.getName(), what, file.toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static void writeUntilKilled(SqliteResultStore store) throws IOException {
    store.accepted(Samples.run(RUN, 1), Samples.PLAN, Samples.AGENT);
    store.stepBegan(RUN, Samples.step(0), List.of("noop:"), "noop", PageCache.NONE);
    print("began");
    for (long i = 1; ; i++) {
      Interval interval = Samples.interval(0, i);
      store.interval(RUN, interval);
      print("interval " + i);
      if (i % 10 == 0) {
        store.annotate(RUN, new Annotation(i, "ten more"));
        print("remark " + i);
      }
    }
  }

  private static void print(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
