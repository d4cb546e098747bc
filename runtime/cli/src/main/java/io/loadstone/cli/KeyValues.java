package io.loadstone.cli;

import java.util.List;

/** What was typed as KEY=VALUE, in the form that the agent takes. */
final class KeyValues {
  private KeyValues() {}

  /**
   * Several, one a line.
   *
   * @param where they were typed, for the message
   */
  static String joined(String where, List<String> pairs) {
    for (String pair : pairs) {
      if (pair.indexOf('=') < 1 || pair.contains(";") || pair.contains("\n")) {
        throw new CommandFailedException(
            ExitStatus.BAD_INPUT,
            "%s '%s' must be KEY=VALUE, in one line and without a semicolon"
                .formatted(where, pair));
      }
    }
    return String.join("\n", pairs);
  }
}
