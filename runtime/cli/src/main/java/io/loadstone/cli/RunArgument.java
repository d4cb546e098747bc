package io.loadstone.cli;

import java.util.List;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Parameters;

/** Which run a command is about, as people name it. */
final class RunArgument {
  @Parameters(
      index = "0",
      paramLabel = "ID",
      description = "A run's id (`loadstone runs`), the beginning of one, or last.")
  private String id = "";

  /**
   * The id of a run from what was typed: an id, the beginning of one that fits only one of the last
   * runs, or {@code last}.
   */
  String resolve(AgentClient client) {
    List<String> ids =
        StreamSupport.stream(client.call("runs").spliterator(), false)
            .map(row -> row.path("id").asText())
            .toList();
    if (id.equals("last")) {
      return ids.stream()
          .findFirst()
          .orElseThrow(
              () ->
                  new CommandFailedException(
                      ExitStatus.BAD_INPUT, "there is no run yet; begin one with `loadstone run`"));
    }
    if (ids.contains(id)) {
      return id;
    }
    List<String> fitting = ids.stream().filter(other -> other.startsWith(id)).toList();
    if (fitting.size() > 1) {
      throw new CommandFailedException(
          ExitStatus.BAD_INPUT,
          "'%s' begins the ids of %d runs: %s; give more of it"
              .formatted(id, fitting.size(), String.join(", ", fitting)));
    }
    // Runs older than the last 100 are known to the agent all the same.
    return fitting.isEmpty() ? id : fitting.getFirst();
  }
}
