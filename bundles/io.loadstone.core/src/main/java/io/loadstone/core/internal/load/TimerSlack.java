package io.loadstone.core.internal.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much later than asked for the kernel may wake a thread, to save wake-ups: 50 us unless
 * somebody says otherwise (prctl(2), PR_SET_TIMERSLACK; proc(5), timerslack_ns). An operation that
 * is due at a time can't be started so late.
 */
final class TimerSlack {
  private static final Path SELF = Path.of("/proc/thread-self");

  private TimerSlack() {}

  /** Lets the calling thread be woken as exactly as the kernel can; elsewhere does nothing. */
  static void takeAway() {
    try {
      Path thread = Files.readSymbolicLink(SELF).getFileName();
      Files.writeString(Path.of("/proc").resolve(thread).resolve("timerslack_ns"), "1");
    } catch (IOException | RuntimeException _) {
      // Another system, or a container that hides it: starts are later by the slack, and count so.
    }
  }
}
