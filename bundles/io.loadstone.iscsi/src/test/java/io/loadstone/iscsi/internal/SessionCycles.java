package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.TargetUri;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.Growth;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Opens, uses and closes queues in a Java machine that does nothing else, and tells what grew
 * meanwhile.
 */
final class SessionCycles {
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();
  private static final int DEPTH = 16;

  private SessionCycles() {}

  /**
   * Prints how many bytes and descriptors there are more in the end.
   *
   * @param args how many cycles, then the names of two LUNs; writes to the second one fail
   */
  public static void main(String[] args) throws IOException {
    List<IscsiTarget> targets =
        List.of(Tgtd.target(TargetUri.parse(args[1])), Tgtd.target(TargetUri.parse(args[2])));
    Growth.print(Integer.parseInt(args[0]), () -> use(targets));
  }

  private static void use(List<IscsiTarget> targets) throws IOException {
    Completions done = new Completions();
    try (IoQueue queue = new IscsiEngine().open(targets, new QueueOptions(DEPTH, 4096, 4096))) {
      for (int slot = 0; slot < DEPTH; slot++) {
        IoKind kind = slot < DEPTH / 2 ? IoKind.READ : IoKind.WRITE;
        queue.offer(slot, slot % 2, kind, 4096L * slot, 4096);
      }
      if (queue.submitAndWait(DEPTH, LONG_ENOUGH_NS, done) != DEPTH
          || done.all().stream().filter(completion -> completion.result() < 0).count()
              != DEPTH / 4) {
        throw new IOException("not what was expected: " + done.all());
      }
      // And some that are in flight, and one that is not, when it closes.
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      queue.offer(1, 1, IoKind.READ, 0, 4096);
      queue.submitAndWait(0, 0, done);
      queue.offer(2, 0, IoKind.WRITE, 0, 4096);
    }
  }
}
