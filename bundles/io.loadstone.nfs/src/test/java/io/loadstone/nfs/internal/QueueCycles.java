package io.loadstone.nfs.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.linux.FileCalls;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.Growth;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Opens, uses and closes queues in a Java machine that does nothing else. */
final class QueueCycles {
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();
  private static final int DEPTH = 16;

  private QueueCycles() {}

  /**
   * Prints what there is more in the end.
   *
   * @param args how many cycles, then the names of a file and of one that is not there
   */
  public static void main(String[] args) throws IOException, TargetRefusedException {
    NfsTarget target = Ganesha.target(TargetUri.parse(args[1]), true);
    NfsUri missing = NfsUri.of(TargetUri.parse(args[2]));
    Growth.print(Integer.parseInt(args[0]), () -> use(target, missing));
  }

  private static void use(NfsTarget target, NfsUri missing) throws IOException {
    if (OpenFile.find(missing, missing.file(), FileCalls.O_RDONLY).isPresent()) {
      throw new IOException(missing.uri() + " should not be there");
    }
    Completions done = new Completions();
    try (IoQueue queue =
        new NfsEngine().open(List.of(target), new QueueOptions(DEPTH, 4096, 4096))) {
      for (int slot = 0; slot < DEPTH; slot++) {
        IoKind kind = slot < DEPTH / 2 ? IoKind.READ : IoKind.WRITE;
        queue.offer(slot, 0, kind, 4096L * slot, 4096);
      }
      if (queue.submitAndWait(DEPTH, LONG_ENOUGH_NS, done) != DEPTH
          || done.all().stream().anyMatch(completion -> completion.result() != 4096)) {
        throw new IOException("not what was expected: " + done.all());
      }
      // And some that are in flight, and one that is not, when it closes.
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      queue.offer(1, 0, IoKind.WRITE, 0, 4096);
      queue.submitAndWait(0, 0, done);
      queue.offer(2, 0, IoKind.WRITE, 0, 4096);
    }
  }
}
