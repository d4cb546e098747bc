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
   * Calls it and waits for its end.
   *
   * @param environment beside our own
   * @return standard output
   * @throws IOException if it fails; the message has its last words
   */
  static String output(List<String> words, Map<String, String> environment)
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
      String printed = Files.readString(output, StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new IOException(
            String.join(" ", words)
                + " ended with "
                + process.exitValue()
                + ": "
                + Files.readString(errors, StandardCharsets.UTF_8).strip()
                + " "
                + printed.strip());
      }
      return printed;
    } finally {
      Files.delete(errors);
      Files.delete(output);
    }
  }
}
