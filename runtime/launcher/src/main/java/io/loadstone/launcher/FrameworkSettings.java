package io.loadstone.launcher;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Constants;

/** Properties of the framework: the program's own, and on top of them the administrator's. */
final class FrameworkSettings {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");
  private static final String HIGHEST_START_LEVEL = "100";

  private FrameworkSettings() {}

  static Map<String, String> load(Places places) throws IOException {
    Map<String, String> settings = new HashMap<>();
    read(places.home().resolve("lib/framework.properties"), settings);
    Path own = places.config().resolve("framework.properties");
    if (Files.exists(own)) {
      read(own, settings);
    }
    // The framework's cache holds nothing that the program and plugins/ don't: it is made anew at
    // each start, so that it can't be damaged or stale.
    settings.put(Constants.FRAMEWORK_STORAGE, places.data().resolve("cache").toString());
    settings.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
    settings.put(Constants.FRAMEWORK_BEGINNING_STARTLEVEL, HIGHEST_START_LEVEL);
    return settings;
  }

  private static void read(Path file, Map<String, String> into) throws IOException {
    Properties raw = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      raw.load(in);
    } catch (CharacterCodingException e) {
      throw damaged(file, "it is no text in UTF-8", e);
    } catch (IllegalArgumentException e) {
      throw damaged(file, e.getMessage(), e);
    }
    for (String key : raw.stringPropertyNames()) {
      into.put(key, substituted(raw.getProperty(key).strip()));
    }
  }

  private static IOException damaged(Path file, @Nullable String why, Exception cause) {
    return new IOException(
        "%s can't be read: %s; correct it, or remove it and the next start brings the default back"
            .formatted(file, why),
        cause);
  }

  private static String substituted(String value) {
    return VARIABLE
        .matcher(value)
        .replaceAll(
            match -> Matcher.quoteReplacement(System.getProperty(match.group(1), match.group())));
  }
}
