package io.loadstone.api.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run in one line.
 *
 * @param id unique on this agent, sorts by time: {@code 20261130-184412-7f3a}
 * @param name the plan's
 * @param state where it stands
 * @param reason why it ended so, a sentence; empty if it completed or goes on
 * @param startedEpochMs when it began; while it waits for others, when it was accepted
 * @param endedEpochMs when it ended; 0 if it goes on
 * @param labels factors of a study, in the order of their names
 */
public record RunSummary(
    String id,
    String name,
    RunState state,
    String reason,
    long startedEpochMs,
    long endedEpochMs,
    Map<String, String> labels) {
  public RunSummary {
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
  }
}
