package io.loadstone.sim.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How late the kernel may wake a thread that sleeps, to save power by waking several at once: 50 us
 * by default. A queue that keeps time wants none of it.
 */
final class TimerSlack {
  private TimerSlack() {}

  /**
   * Asks for a nanosecond, for the calling thread. Where that can't be had, sleeps end later and
   * figures are less exact by as much.
   */
  static void makeFine() {
    try {
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      // It is in the folders of processes only, which there are for threads too; see proc(5).
      Files.writeString(Path.of("/proc").resolve(thread).resolve("timerslack_ns"), "1");
    } catch (IOException | UnsupportedOperationException _) {
      // No Linux, or no such file in this kernel: nothing but precision is lost.
    }
  }
}
