package io.loadstone.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Programs of the system, for tests with real servers. */
public final class Programs {
  private Programs() {}

  /** Skips the test if a program is not installed. */
  public static void need(String program) {
    assumeTrue(
        Stream.of((System.getenv("PATH") + ":/sbin:/usr/sbin").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))),
        program + " is not installed");
  }

  /** Runs one to its end. */
  public static void run(String command) throws IOException, InterruptedException {
    List<String> words = List.of(command.split(" ", -1));
    need(words.getFirst());
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(command + " failed with status " + process.exitValue());
    }
  }
}
