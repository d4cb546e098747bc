package io.loadstone.target.block.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Programs of the system that tests need. */
final class Commands {
  private Commands() {}

  static String output(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + text);
    }
    return text.strip();
  }
}
