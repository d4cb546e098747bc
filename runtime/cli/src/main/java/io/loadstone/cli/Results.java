package io.loadstone.cli;

/** What is said when a run has ended. */
final class Results {
  private Results() {}

  static void print(Session session, AgentClient client, String id, RunWatch.Outcome outcome) {
    session.out().println(client.text("export", id, "text").stripTrailing());
    session.out().println();
    session
        .out()
        .println(
            "results: %s, and `loadstone export %s --format json` (or csv, hlog, ...)"
                .formatted(client.attribute("ResultFile").asText(), id));
    session.out().flush();
    if (!outcome.completed()) {
      session.say(
          "run %s is %s%s"
              .formatted(
                  id, outcome.state(), outcome.reason().isEmpty() ? "" : ": " + outcome.reason()));
    }
  }
}
