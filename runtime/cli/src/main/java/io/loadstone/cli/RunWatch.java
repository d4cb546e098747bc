package io.loadstone.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Follows a run until it has ended. */
final class RunWatch {
  private static final Set<String> ENDED = Set.of("COMPLETED", "STOPPED", "FAILED", "INTERRUPTED");
  private static final long POLL_MS = 200;

  private final AgentClient client;
  private final String id;
  private final ProgressView view;
  private int stepsShown;

  RunWatch(AgentClient client, String id, ProgressView view) {
    this.client = client;
    this.id = id;
    this.view = view;
  }

  /**
   * How a run ended.
   *
   * @param state one of the ended states
   * @param reason empty if it completed
   */
  record Outcome(String state, String reason) {
    boolean completed() {
      return state.equals("COMPLETED");
    }
  }

  /** Shows what the run does until it has ended. */
  Outcome follow() {
    try {
      while (true) {
        Optional<JsonNode> live = client.run(id);
        if (live.isEmpty()) {
          Outcome outcome = longEnded();
          view.ended(MissingNode.getInstance());
          return outcome;
        }
        JsonNode run = live.get();
        String state = run.path("State").asText();
        boolean ended = ENDED.contains(state);
        showEndedSteps(ended ? Integer.MAX_VALUE : run.path("Step").asInt() - 1);
        if (ended) {
          view.ended(run);
          return new Outcome(state, run.path("Reason").asText());
        }
        view.update(run);
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailedException(ExitStatus.FAILED, "interrupted", e);
    } finally {
      view.close();
    }
  }

  private Outcome longEnded() {
    return Session.row(client, id)
        .map(row -> new Outcome(row.path("state").asText(), row.path("reason").asText()))
        .orElseThrow(
            () ->
                new CommandFailedException(
                    ExitStatus.BAD_INPUT,
                    "there is no run '%s' among the last 100; `loadstone runs` lists them"
                        .formatted(id)));
  }

  private void showEndedSteps(int stepsEnded) {
    if (!view.showsSteps() || stepsEnded <= stepsShown) {
      return;
    }
    JsonNode steps = steps();
    for (; stepsShown < steps.size(); stepsShown++) {
      view.stepEnded(steps.get(stepsShown));
    }
  }

  private JsonNode steps() {
    ObjectMapper json = new ObjectMapper();
    try {
      return json.readTree(client.text("result", id)).path("steps");
    } catch (JsonProcessingException e) {
      throw new CommandFailedException(
          ExitStatus.FAILED, "the agent's result is no JSON: " + e.getOriginalMessage(), e);
    }
  }
}
