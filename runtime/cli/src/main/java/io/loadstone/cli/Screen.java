package io.loadstone.cli;

import java.util.Map;

/**
 * What standard output can show.
 *
 * @param redraws whether a line can be written over
 * @param columns width of a line
 */
record Screen(boolean redraws, int columns) {
  private static final int LEAST_COLUMNS = 40;
  private static final int USUAL_COLUMNS = 80;

  /** As {@code bin/loadstone} found it, and as the user wants it. */
  static Screen detect(Map<String, String> environment) {
    boolean plain =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "dumb").equals("dumb");
    return new Screen(
        Boolean.getBoolean("loadstone.terminal") && !plain,
        Math.max(LEAST_COLUMNS, Integer.getInteger("loadstone.columns", USUAL_COLUMNS)));
  }
}
