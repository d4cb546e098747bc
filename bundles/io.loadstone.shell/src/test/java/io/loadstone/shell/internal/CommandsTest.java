package io.loadstone.shell.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.control.AgentMXBean;
import io.loadstone.api.control.AgentMXBean.NamedRow;
import io.loadstone.api.control.AgentMXBean.ProfileRow;
import io.loadstone.api.control.AgentMXBean.RunRow;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {
  private final List<String> calls = new ArrayList<>();
  private final Commands commands = new Commands(agent());

  @TempDir Path folder;

  @Test
  void tellTargetsFromSettings() throws Exception {
    assertThat(
            commands.run(
                "quick",
                "runTime=1s",
                "file:/srv/t.dat?size=1GiB",
                "noop:",
                "load.outstanding=1..4"))
        .isEqualTo("startProfile");
    assertThat(calls)
        .containsExactly(
            "startProfile[quick, file:/srv/t.dat?size=1GiB\nnoop:, runTime=1s\nload.outstanding=1..4]");
  }

  @Test
  void takeAPlanFileWhereThereIsOne() throws Exception {
    Path plan = Files.writeString(folder.resolve("plan.yaml"), "name: x");
    commands.run(plan.toString());
    commands.preview(plan.toString(), "noop:");
    commands.preview("quick");
    assertThat(calls)
        .containsExactly(
            "startWith[name: x, , , , , " + plan + "]",
            "previewWith[name: x, noop:, , , , " + plan + "]",
            "previewProfile[quick, , ]");
  }

  @Test
  void listInColumns() {
    assertThat(commands.engines())
        .isEqualTo("sync   Plain calls.\nuring  not available here: The kernel is too old.\n");
    assertThat(commands.targets())
        .isEqualTo("sync   Plain calls.\nuring  not available here: The kernel is too old.\n");
    assertThat(commands.runs())
        .isEqualTo(
            """
            id  state   started               name  reason
            r1  FAILED  2026-11-30T18:44:12Z  quick  The disk is full.
            """
                .replace("name  reason", "name   reason"));
    assertThat(commands.profiles()).isEqualTo("quick  Short.\n    runTime=1s: how long\n");
  }

  @Test
  void passTheRestOn() {
    commands.stop("r1");
    commands.abort("r1");
    assertThat(commands.show("r1")).isEqualTo("result");
    assertThat(commands.show("r1", "csv")).isEqualTo("export");
    assertThat(calls).containsExactly("stop[r1]", "abort[r1]", "result[r1]", "export[r1, csv]");
  }

  @Test
  void areAllMethodsOfTheClass() throws Exception {
    List<String> functions =
        List.of(Commands.class.getDeclaredMethods()).stream()
            .filter(method -> java.lang.reflect.Modifier.isPublic(method.getModifiers()))
            .map(java.lang.reflect.Method::getName)
            .toList();
    // The annotation is gone at run time.
    String source =
        Files.readString(Path.of("src/main/java/io/loadstone/shell/internal/Commands.java"));
    assertThat(functions)
        .isNotEmpty()
        .allSatisfy(name -> assertThat(source).contains("osgi.command.function=" + name + "\""));
  }

  private AgentMXBean agent() {
    return (AgentMXBean)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {AgentMXBean.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "getEngines", "getTargets" ->
                      List.of(
                          new NamedRow("sync", "Plain calls.", true, "", List.of()),
                          new NamedRow(
                              "uring", "Rings.", false, "The kernel is too old.", List.of()));
                  case "getProfiles" ->
                      List.of(new ProfileRow("quick", "Short.", List.of("runTime=1s: how long")));
                  case "runs" ->
                      List.of(
                          new RunRow(
                              "r1",
                              "quick",
                              "FAILED",
                              "The disk is full.",
                              "2026-11-30T18:44:12Z",
                              "",
                              ""));
                  default -> {
                    calls.add(method.getName() + List.of(arguments));
                    yield method.getReturnType() == void.class ? null : method.getName();
                  }
                });
  }
}
