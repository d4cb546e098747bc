package io.loadstone.itests.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Calls a program and gives back what it printed. */
final class Command {
  private static final long LONGEST_MINUTES = 15;

  private Command() {}

  /**
   * What a program that ended well said.
   *
   * @param output on standard output
   * @param errors on standard error
   */
  record Said(String output, String errors) {}

  /**
   * Calls it and waits for its end.
   *
   * @param environment beside our own
   * @throws IOException if it fails; the message has its last words
   */
  static Said call(List<String> words, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path errors = Files.createTempFile("versus-fio", ".err");
    Path output = Files.createTempFile("versus-fio", ".out");
    try {
      ProcessBuilder builder = new ProcessBuilder(words);
      builder.environment().putAll(environment);
      Process process =
          builder
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile())
              .start();
      if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException(words + " took longer than " + LONGEST_MINUTES + " minutes");
      }
      Said said =
          new Said(
              Files.readString(output, StandardCharsets.UTF_8),
              Files.readString(errors, StandardCharsets.UTF_8));
      if (process.exitValue() != 0) {
        throw new IOException(
            String.join(" ", words)
                + " ended with "
                + process.exitValue()
                + ": "
                + said.errors().strip()
                + " "
                + said.output().strip());
      }
      return said;
    } finally {
      Files.delete(errors);
      Files.delete(output);
    }
  }
}
