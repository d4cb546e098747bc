package io.loadstone.api.run;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import java.util.Arrays;
import java.util.List;

/** One thing that can be changed of the step under way. */
public enum SetPoint {
  /** I/Os of each worker, 1 or more. */
  OUTSTANDING("outstanding"),
  /** Arrival rate of all workers together; an open loop has it. */
  RATE("rate"),
  /** Share of reads, in every line of the workload. */
  READ("read"),
  /** Length of the operations, in every line of the workload. */
  BLOCK_SIZE("blockSize"),
  /** Waited before each burst, in every line of the workload. */
  THINK_TIME("thinkTime");

  private final String key;

  SetPoint(String key) {
    this.key = key;
  }

  /** As people write it. */
  public String key() {
    return key;
  }

  /**
   * Finds a set point by its key.
   *
   * @throws IllegalArgumentException if there is none; the message names the nearest
   */
  public static SetPoint of(String key) {
    List<String> keys = Arrays.stream(values()).map(SetPoint::key).toList();
    return Arrays.stream(values())
        .filter(point -> point.key.equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no set point \""
                        + InvalidValueException.shown(key)
                        + "\""
                        + KnownNames.nearest(key, keys)
                            .map(nearest -> " (did you mean " + nearest + "?)")
                            .orElse("")
                        + "; there are: "
                        + String.join(", ", keys)
                        + "."));
  }
}
