package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The intervals of a run in order, each once, however late somebody asks: the command line may have
 * been held up.
 */
final class UnseenIntervals {
  private final AgentClient client;
  private final String runId;
  private long seen;

  /** Begins with the first interval of the run. */
  UnseenIntervals(AgentClient client, String runId) {
    this.client = client;
    this.runId = runId;
  }

  /** Passes over the intervals up to this number. */
  void passOver(long number) {
    seen = number;
  }

  /** Whether there are some, if so many are over. */
  boolean areIn(long intervalsOver) {
    return intervalsOver > seen;
  }

  /** Those that were not handed out yet, as rows of the agent's {@code intervals}. */
  List<JsonNode> next() {
    List<JsonNode> unseen = new ArrayList<>();
    JsonNode part = part();
    while (!part.isEmpty()) {
      part.forEach(unseen::add);
      seen = unseen.getLast().path("number").asLong();
      part = part();
    }
    return unseen;
  }

  // The agent answers with a bounded number of them.
  private JsonNode part() {
    return client.call("intervals", runId, Long.toString(seen));
  }
}
