package io.loadstone.itests.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How long the kernel kept a thread waiting for a processor that others had: the second field of
 * {@code schedstat}, see the kernel's Documentation/scheduler/sched-stats. It knows nothing of what
 * is measured, and is the only excuse that a figure has.
 */
final class Starvation {
  private final Path file;

  private Starvation(Path file) {
    this.file = file;
  }

  /** Of the calling thread. */
  static Starvation ofThisThread() {
    try {
      return new Starvation(Path.of("/proc/thread-self").toRealPath().resolve("schedstat"));
    } catch (IOException e) {
      throw new IllegalStateException("no /proc here", e);
    }
  }

  /** So far, in nanoseconds; the thread must be alive. */
  long waitedNs() {
    try {
      return Long.parseLong(Files.readString(file).split(" ", -1)[1]);
    } catch (IOException e) {
      throw new IllegalStateException("this kernel does not tell how long threads wait", e);
    }
  }
}
