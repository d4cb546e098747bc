package io.loadstone.plan.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Plans that are right, as text. */
final class Examples {
  static final List<String> NAMES =
      List.of("short-form.yaml", "long-form.yaml", "short-form.json", "smallest.yaml");

  private Examples() {}

  static String text(String name) {
    try (InputStream in = Examples.class.getResourceAsStream("examples/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
