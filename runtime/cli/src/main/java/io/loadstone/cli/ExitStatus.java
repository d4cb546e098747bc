package io.loadstone.cli;

/** What the command line ends with. */
final class ExitStatus {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int BAD_INPUT = 2;
  static final int REFUSED = 3;
  static final int NO_AGENT = 4;

  private ExitStatus() {}
}
