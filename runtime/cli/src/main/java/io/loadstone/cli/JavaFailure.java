package io.loadstone.cli;

import java.util.regex.Pattern;

/** Says in words of use why the agent's Java ended in its start. */
final class JavaFailure {
  private static final Pattern THREADS = Pattern.compile("unable to create native thread");
  private static final Pattern MEMORY =
      Pattern.compile(
          "insufficient memory|Could not (allocate|reserve)|Cannot allocate memory|Too small maximum heap");
  private static final Pattern FLAGS =
      Pattern.compile(
          "Could not create the Java Virtual Machine|during initialization of VM|Could not find or load main class|could not open|missing.*argument");

  private JavaFailure() {}

  /** The text itself, after a sentence with the cure if it is Java's. */
  static String explained(String text, Places places) {
    if (THREADS.matcher(text).find()) {
      return "this user may have no more processes and threads; end some, or raise ulimit -u, or TasksMax and LimitNPROC in the systemd unit. Java says:\n  "
          + text;
    }
    String options = places.config().resolve("jvm.options").toString();
    if (MEMORY.matcher(text).find()) {
      return "Java can't have the memory that %s asks for; change -Xmx there, or raise ulimit -v, or MemoryMax in the systemd unit. Java says:\n  %s"
          .formatted(options, text);
    }
    return FLAGS.matcher(text).find()
        ? "Java refuses a line of %s (or LOADSTONE_JAVA_OPTIONS); correct it, or remove the file and the next start brings the default back. Java says:\n  %s"
            .formatted(options, text)
        : text;
  }
}
