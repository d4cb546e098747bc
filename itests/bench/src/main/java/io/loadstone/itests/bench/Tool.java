package io.loadstone.itests.bench;

import java.io.IOException;

/** Something that drives a cell. */
interface Tool {
  /**
   * Drives the cell once.
   *
   * @throws IOException if it could not; the message says what it said
   */
  Sample measure(Cell cell) throws IOException, InterruptedException;
}
