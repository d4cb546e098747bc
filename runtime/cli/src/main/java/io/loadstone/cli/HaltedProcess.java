package io.loadstone.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Recognises a process that was stopped by a signal (SIGSTOP, a debugger) and not ended. */
final class HaltedProcess {
  private HaltedProcess() {}

  /** Fails with the cure if the agent was stopped; it could neither answer nor end. */
  static void refuse(long pid) {
    if (isHalted(pid)) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT,
          "the agent with pid %d is stopped (SIGSTOP, or a debugger) and does nothing; `kill -CONT %d` lets it go on"
              .formatted(pid, pid));
    }
  }

  // proc(5): the state comes after the name, which may hold blanks and parentheses.
  private static boolean isHalted(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String state = stat.substring(stat.lastIndexOf(')') + 1).strip();
      return state.startsWith("T") || state.startsWith("t");
    } catch (IOException _) { // it has ended, or this system has no such file
      return false;
    }
  }
}
