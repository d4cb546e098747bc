package io.loadstone.cli;

import java.util.List;

/** What is said when a run has ended. */
final class Results {
  private static final String OF_CRYSTALDISKMARK = "profile=crystaldiskmark";

  private Results() {}

  static void print(Session session, AgentClient client, String id, RunWatch.Outcome outcome) {
    session.out().println(client.text("export", id, "text").stripTrailing());
    session.out().println();
    session
        .out()
        .println(
            "results: %s, and `loadstone export %s --format json` (or %scsv, hlog, ...)"
                .formatted(client.attribute("ResultFile").asText(), id, ownFormat(client, id)));
    session.out().flush();
    if (!outcome.completed()) {
      session.say(
          "run %s is %s%s"
              .formatted(
                  id, outcome.state(), outcome.reason().isEmpty() ? "" : ": " + outcome.reason()));
    }
  }

  // The report that people run this profile for.
  private static String ownFormat(AgentClient client, String id) {
    return Session.row(client, id)
        .filter(
            row -> List.of(row.path("labels").asText().split("; ")).contains(OF_CRYSTALDISKMARK))
        .map(_ -> "crystaldiskmark, ")
        .orElse("");
  }
}
