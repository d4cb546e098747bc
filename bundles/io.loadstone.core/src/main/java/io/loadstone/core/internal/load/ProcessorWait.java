package io.loadstone.core.internal.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How long a thread could have run but had no processor, as the kernel's scheduler counts it: the
 * second number of {@code schedstat}, in nanoseconds (Documentation/scheduler/sched-stats of the
 * kernel).
 *
 * <p><b>Threads:</b> any may read; the thread itself ends it.
 */
final class ProcessorWait {
  private static final long UNKNOWN = -1;
  private static final long NOT_ENDED = Long.MIN_VALUE;

  private final Path file;
  private volatile long ended = NOT_ENDED;

  private ProcessorWait(Path file) {
    this.file = file;
  }

  /** Of the calling thread. */
  static ProcessorWait ofThisThread() {
    try {
      return new ProcessorWait(Path.of("/proc/thread-self").toRealPath().resolve("schedstat"));
    } catch (IOException _) { // not a kernel that has it
      return new ProcessorWait(Path.of("/proc/none"));
    }
  }

  /** Keeps what the thread waited, since its file goes away with it. */
  void end() {
    ended = read();
  }

  /** So far; -1 if unknown. */
  long ns() {
    long now = read();
    long kept = ended;
    return kept == NOT_ENDED ? now : kept;
  }

  private long read() {
    try {
      return Long.parseLong(Files.readString(file).split(" ", -1)[1]);
    } catch (IOException _) { // not there, or not any more
      return UNKNOWN;
    }
  }
}
