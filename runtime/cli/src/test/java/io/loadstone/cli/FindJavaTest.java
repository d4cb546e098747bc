package io.loadstone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The finder that both start scripts source. */
class FindJavaTest {
  private static final Path SCRIPT =
      Path.of("../../dist/src/main/lib/find-java.sh").toAbsolutePath().normalize();

  @TempDir Path folder;

  @Test
  void takesTheJavaThatIsNamedAsHomeOrAsProgram() throws Exception {
    Path home = java("a home with blanks", "25.0.3");

    assertThat(find(Map.of("LOADSTONE_JAVA", home.toString()))).isEqualTo(home + "\n");
    assertThat(find(Map.of("LOADSTONE_JAVA", home + "/bin/java"))).isEqualTo(home + "\n");
  }

  @Test
  void refusesANamedJavaThatIsTooOldWithOneSentence() throws Exception {
    Path home = java("old", "17.0.15");

    assertThat(find(Map.of("LOADSTONE_JAVA", home.toString())))
        .startsWith("loadstone: LOADSTONE_JAVA=" + home)
        .contains("Java 25 or newer")
        .hasLineCount(1);
  }

  @Test
  void takesJavaHomeIfItFitsAndPassesItOverIfNot() throws Exception {
    Path fits = java("newer", "26");
    Path old = java("1.8", "1.8.0_402");

    assertThat(find(Map.of("JAVA_HOME", fits.toString()))).isEqualTo(fits + "\n");
    assertThat(find(Map.of("JAVA_HOME", old.toString()))).doesNotContain(old.toString());
  }

  @Test
  void saysInOneSentenceWhatToInstallWhereThereIsNone() throws Exception {
    Path root = Files.createDirectories(folder.resolve("an empty root"));
    Map<String, String> bare =
        Map.of("PATH", root.toString(), "HOME", root.toString(), "ROOT", root.toString());

    assertThat(find(bare))
        .startsWith("loadstone: no JDK 25 or newer was found; install one")
        .contains("apt install openjdk-25-jdk-headless", "LOADSTONE_JAVA")
        .hasLineCount(1);
  }

  @Test
  void prefersTheReleaseItIsTestedWithToNewerOnes() throws Exception {
    Path root = Files.createDirectories(folder.resolve("root"));
    Path newer = java("root/usr/lib/jvm/jdk-27", "27");
    // With sed, but without the Java that may be on the usual path.
    Path programs = Files.createDirectories(root.resolve("programs"));
    Files.createSymbolicLink(programs.resolve("sed"), Path.of("/bin/sed"));
    Map<String, String> onlyThere =
        Map.of("PATH", programs.toString(), "HOME", root.toString(), "ROOT", root.toString());
    java("root/opt/jdk-21", "21.0.4");
    assertThat(find(onlyThere)).isEqualTo(newer + "\n");
    Path tested = java("root/opt/jdk-25", "25.0.3");
    assertThat(find(onlyThere)).isEqualTo(tested + "\n");
  }

  private Path java(String name, String version) throws Exception {
    Path home = folder.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    for (String program : new String[] {"java", "javac"}) {
      Files.createFile(
          home.resolve("bin").resolve(program),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  private static String find(Map<String, String> environment) throws Exception {
    ProcessBuilder shell =
        new ProcessBuilder(
                "/bin/sh",
                "-euc",
                ". \"$0\"; java_root=${ROOT-}; find_java javac || exit 0; echo \"$JAVA_FOUND\"",
                SCRIPT.toString())
            .redirectErrorStream(true);
    shell.environment().remove("JAVA_HOME");
    shell.environment().remove("LOADSTONE_JAVA");
    shell.environment().putAll(environment);
    Process process = shell.start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
