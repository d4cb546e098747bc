package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Lists profiles. */
@Command(name = "profiles", description = "Lists profiles with their settings and defaults.")
final class ProfilesCommand implements Callable<Integer> {
  private final Session session;

  ProfilesCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    for (JsonNode profile : session.connect().attribute("Profiles")) {
      session
          .out()
          .println(profile.path("name").asText() + ": " + profile.path("description").asText());
      for (JsonNode setting : profile.path("settings")) {
        session.out().println("    " + setting.asText());
      }
    }
    return ExitStatus.DONE;
  }
}
