package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** Shows how a run goes. */
interface ProgressView extends AutoCloseable {

  /**
   * The view that fits the screen.
   *
   * @param fromTheBeginning whether it shows what was before it as well
   */
  static ProgressView on(
      Session session, AgentClient client, String runId, boolean fromTheBeginning) {
    return session.screen().redraws()
        ? new RedrawnLine(session.out(), session.screen().columns())
        : new LinePerInterval(session.out(), new UnseenIntervals(client, runId), fromTheBeginning);
  }

  /** The run's attributes, several times a second. */
  void update(JsonNode run);

  /** Whether it wants to hear of ended steps. */
  boolean showsSteps();

  /** A step has ended; as in the result's JSON. */
  void stepEnded(JsonNode step);

  /** The run has ended; its attributes, or nothing if its MBean is gone already. */
  void ended(JsonNode run);

  @Override
  void close();
}
