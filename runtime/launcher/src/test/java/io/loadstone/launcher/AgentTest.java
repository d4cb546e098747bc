package io.loadstone.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleActivator;

@Timeout(60)
class AgentTest {
  private static final Duration START_WAIT = Duration.ofSeconds(30);

  @TempDir Path folder;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final List<Integer> halts = new CopyOnWriteArrayList<>();
  private CompletableFuture<Integer> running = CompletableFuture.completedFuture(Agent.ENDED);
  private Places places;

  @BeforeEach
  void unpackAProgram() throws Exception {
    places =
        new Places(
            folder.resolve("the program"),
            folder.resolve("config"),
            folder.resolve("the data"),
            folder.resolve("logs"),
            folder.resolve("plugins"));
    Files.createDirectories(places.home().resolve("lib"));
    Files.createDirectories(places.home().resolve("config"));
    Files.writeString(places.home().resolve("config/logback.xml"), "<configuration/>");
    Files.writeString(
        places.home().resolve("lib/framework.properties"),
        "felix.log.level=0\nloadstone.data=${loadstone.data}\n");
  }

  @Test
  void comesUpSaysSoAndEndsWithZero() throws Exception {
    bundle("70", "test.control", OpensControl.class, "org.osgi.framework");
    startUntilItSays("state=running");

    assertThat(startFile()).contains("pid=" + ProcessHandle.current().pid());
    assertThat(said()).contains("the agent is up").contains("http://127.0.0.1:1/jolokia/");
    assertThat(agent().run()).as("a second agent on the data folder").isEqualTo(Agent.REFUSED);

    end();
    assertThat(running.get()).isEqualTo(Agent.ENDED);
    assertThat(places.endpointFile()).doesNotExist();
  }

  @Test
  void namesTheBundleThatDoesNotResolveAndItsCause() throws Exception {
    bundle("40", "test.lonely", null, "no.such.library");

    assertThat(agent().run()).isEqualTo(Agent.NOT_UP);

    assertThat(startFile())
        .contains("state=failed")
        .contains("bundle test.lonely 1.2.3 did not start")
        .contains("no.such.library");
    assertThat(said()).contains("did not come up").contains(places.logFile().toString());
  }

  @Test
  void namesTheBundleThatDoesNotStartAndTheDeepestCause() throws Exception {
    bundle("40", "test.weak", RefusesToStart.class, "org.osgi.framework");

    assertThat(agent().run()).isEqualTo(Agent.NOT_UP);

    assertThat(startFile()).contains("bundle test.weak 1.2.3 did not start: the flux is too low");
    assertThat(said()).doesNotContain("\tat ");
  }

  @Test
  void namesTheComponentThatWaitsAsTheAgentTellsIt() throws Exception {
    bundle("70", "test.control", OpensControl.class, "org.osgi.framework");
    Files.createDirectories(places.data());
    Files.createFile(places.data().resolve("no-endpoint"));

    assertThat(agent().run()).isEqualTo(Agent.NOT_UP);

    assertThat(startFile())
        .contains("problem=test.control is active: Door waits for org.example.Key.");
  }

  @Test
  void namesTheBundleThatHangsAndGetsRidOfIt() throws Exception {
    bundle("40", "test.endless", HangsInItsStart.class, "org.osgi.framework");

    assertThat(agent(Duration.ofMillis(500)).run()).isEqualTo(Agent.NOT_UP);

    Files.createFile(places.data().resolve("end"));
    await().until(() -> Files.exists(places.data().resolve("ended"))); // or the JVM could not end
    assertThat(startFile()).contains("problem=bundle test.endless 1.2.3 hangs in its start");
    assertThat(halts).containsExactly(Agent.NOT_UP);
  }

  @Test
  void namesAJarThatIsNoBundle() throws Exception {
    Path broken = places.home().resolve("bundles/40/broken.jar");
    Files.createDirectories(broken.getParent());
    Files.writeString(broken, "half a download");

    assertThat(agent().run()).isEqualTo(Agent.NOT_UP);

    assertThat(startFile()).contains("broken.jar can't be installed");
  }

  @Test
  void isImpairedIfABundleOfTheProgramIsDownAlthoughItCanBeControlled() throws Exception {
    bundle("40", "test.weak", RefusesToStart.class, "org.osgi.framework");
    bundle("70", "test.control", OpensControl.class, "org.osgi.framework");

    startUntilItSays("state=impaired");

    assertThat(startFile()).contains("bundle test.weak 1.2.3 did not start: the flux is too low");
    assertThat(said()).contains("the agent is up").contains("but bundle test.weak");
  }

  @Test
  void comesUpOnADamagedCacheAndRemovesWhatAKilledAgentLeft() throws Exception {
    bundle("70", "test.control", OpensControl.class, "org.osgi.framework");
    Files.createDirectories(places.data().resolve("cache/bundle1"));
    Files.writeString(places.data().resolve("cache/bundle1/bundle.info"), "\0garbage");
    Files.createDirectories(places.data().resolve("tmp/left"));
    Files.writeString(places.data().resolve("tmp/left/over"), "x");
    Files.createDirectories(places.control());
    Files.writeString(places.endpointFile(), "url=http://stale/\n");

    startUntilItSays("state=running");

    assertThat(said()).contains("the agent is up").doesNotContain("stale");
    assertThat(places.data().resolve("tmp")).isEmptyDirectory();
  }

  @Test
  void saysWhatIsWrongWithADataFolderThatIsAFile() throws Exception {
    Files.writeString(places.data(), "");

    assertThat(agent().run()).isEqualTo(Agent.NOT_UP);

    assertThat(said()).contains(places.data().toString()).contains("LOADSTONE_DATA");
  }

  // Its file says so before it says so to people.
  private void startUntilItSays(String state) {
    running = CompletableFuture.supplyAsync(agent()::run);
    await().atMost(START_WAIT).until(() -> startFile().contains(state));
    await().atMost(START_WAIT).until(() -> said().contains("the agent is up"));
  }

  // Also of a test that failed: the next one could not register its MBeans.
  @AfterEach
  void endWhatRuns() throws Exception {
    if (!running.isDone()) {
      end();
      assertThat(running.get()).isEqualTo(Agent.ENDED);
    }
  }

  private void end() throws IOException {
    Files.createFile(places.data().resolve("end"));
  }

  private Agent agent() {
    return agent(START_WAIT);
  }

  private Agent agent(Duration startWait) {
    return new Agent(
        places,
        new PrintStream(said, true, StandardCharsets.UTF_8),
        startWait,
        Duration.ofMillis(300),
        halts::add);
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  private String startFile() throws Exception {
    return Files.exists(places.startFile()) ? Files.readString(places.startFile()) : "";
  }

  private static List<Class<?>> classes(Class<? extends BundleActivator> activator) {
    return List.of(activator, TellsTroubleMXBean.class, TellsTroubleMXBean.Row.class);
  }

  private void bundle(
      String level, String name, Class<? extends BundleActivator> activator, String imports)
      throws Exception {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Bundle-ManifestVersion", "2");
    main.putValue("Bundle-SymbolicName", name);
    main.putValue("Bundle-Version", "1.2.3");
    main.putValue("Import-Package", imports + (activator == null ? "" : ",javax.management"));
    Path jar = places.home().resolve("bundles").resolve(level).resolve(name + ".jar");
    Files.createDirectories(jar.getParent());
    if (activator != null) {
      main.putValue("Bundle-Activator", activator.getName());
    }
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Class<?> type : activator == null ? List.<Class<?>>of() : classes(activator)) {
        String entry = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(entry));
        try (InputStream code =
            Objects.requireNonNull(type.getClassLoader().getResourceAsStream(entry))) {
          code.transferTo(out);
        }
      }
    }
  }
}
