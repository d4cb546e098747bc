package io.loadstone.management.internal;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;

/**
 * Finds configuration files that can't be read. The installer says so to the log once, and what
 * such a file said before goes on to hold.
 */
final class ConfigurationFiles {
  private ConfigurationFiles() {}

  /** A sentence for each in the agent's folder. */
  static List<String> problems(BundleContext context) {
    String folder = context.getProperty("loadstone.config");
    return folder == null || folder.isEmpty() ? List.of() : problems(Path.of(folder));
  }

  /** A sentence for each in a folder. */
  static List<String> problems(Path folder) {
    List<String> problems = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".cfg")).sorted().toList()) {
        String why = whyNot(file);
        if (why != null) {
          problems.add(
              "%s can't be read: %s; what it said before holds until that is corrected."
                  .formatted(file, why));
        }
      }
    } catch (IOException e) {
      problems.add("The configuration folder %s can't be read: %s.".formatted(folder, e));
    }
    return problems;
  }

  private static @Nullable String whyNot(Path file) {
    if (!Files.isRegularFile(file)) {
      return "it is no regular file";
    }
    // As the installer reads it.
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      new Properties().load(in);
      return null;
    } catch (IllegalArgumentException _) { // the only thing that the JDK minds
      return "a \\u in it is not followed by four hexadecimal digits";
    } catch (AccessDeniedException _) {
      return "user " + System.getProperty("user.name") + " may not";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
