package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Plug-ins that don't fit: each is shown with the cause, and disturbs nothing. */
class PlugInIT {
  private static final String SHIPPED = "io.loadstone.engine.noop";
  private static final String PLAN = Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1);

  @Test
  void aBrokenPlugInIsShownWithItsCause() throws IOException {
    try (Agent agent = Agent.fresh("broken plug-in")) {
      BrokenBundle.write(place(agent, "broken.jar"));
      Dist.give(agent.plugins().resolve("broken.jar"));

      assertThat(agent.start().said()).contains("it.broken", "no.such.package");
      assertThat(agent.loadstone("plugins").expect(0).out())
          .contains("it.broken", "no.such.package");
      assertThat(agent.loadstone("status").expect(0).said()).contains("it.broken");
      agent.completed(PLAN);
    }
  }

  @Test
  void onesNamedLikeAPartOfTheProgramDoNotReplaceIt() throws IOException {
    try (Agent agent = Agent.fresh("impostors")) {
      agent.start();
      String version = versionShipped(agent);
      Path same = place(agent, "same-version.jar");
      Path other = place(agent, "other-version.jar");

      drop(agent, same, version, "no.such.package");
      // Nothing is missing for it: without the guard it would be active.
      drop(agent, other, "99.0.0", "org.osgi.framework");
      await("the refusal of both")
          .atMost(Agent.BOUND)
          .until(
              () ->
                  agent.health().contains("part of the program")
                      && agent.health().contains("And 1 more"));
      assertRefused(agent, same, other, version);

      // Nor are they taken if they are there from the beginning, and the program is well.
      agent.loadstone("stop").expect(0);
      assertThat(agent.start().said()).contains("part of the program");
      assertRefused(agent, same, other, version);
    }
  }

  private static void assertRefused(Agent agent, Path same, Path other, String version) {
    assertThat(agent.loadstone("status").expect(0).said()).contains("part of the program");
    String plugins = agent.loadstone("plugins").expect(0).out();
    assertThat(plugins)
        .contains(same.toString())
        .contains(SHIPPED + " " + version + ", which is part of the program");
    assertThat(plugins.lines())
        .anyMatch(
            row ->
                row.matches("\\s*" + SHIPPED + "\\s+99.0.0\\s+installed\\s.*part of the program.*"))
        .anyMatch(row -> row.matches("\\s*" + SHIPPED + "\\s+(?!99).*active.*"));
    assertThat(agent.logged())
        .contains("The plug-in " + other + " is refused: its Bundle-SymbolicName is that of");
    agent.completed(PLAN);
  }

  private static String versionShipped(Agent agent) {
    String row =
        agent
            .loadstone("plugins")
            .expect(0)
            .out()
            .lines()
            .filter(line -> line.contains(SHIPPED + " "))
            .findFirst()
            .orElseThrow();
    return row.strip().split("\\s+", -1)[1];
  }

  /** Where a plug-in is dropped, in a folder of the agent's user. */
  private static Path place(Agent agent, String name) throws IOException {
    if (!Files.isDirectory(agent.plugins())) {
      Files.createDirectory(agent.plugins());
      Dist.give(agent.plugins());
    }
    return agent.plugins().resolve(name);
  }

  private static void drop(Agent agent, Path place, String version, String imported)
      throws IOException {
    Path jar = agent.folder().resolve("impostor.jar");
    BrokenBundle.write(jar, SHIPPED, version, imported);
    Files.move(jar, place);
    Dist.give(place);
  }
}
