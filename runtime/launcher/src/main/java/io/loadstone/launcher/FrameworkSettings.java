package io.loadstone.launcher;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.Constants;

/**
 * Properties of the framework: the program's own, and on top of them the administrator's.
 *
 * @param values all of them
 * @param remarks a sentence for each key of the administrator's that is not known here; it may be
 *     one of the framework's many, or a misspelt one
 */
record FrameworkSettings(Map<String, String> values, List<String> remarks) {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");
  private static final String HIGHEST_START_LEVEL = "100";

  // Whoever reads these takes something else without a word, or fails over and over.
  private static final Map<String, Allowed> CHECKED =
      new TreeMap<>(
          Map.of(
              "felix.fileinstall.poll",
              Allowed.whole(100, 60_000),
              "felix.fileinstall.log.level",
              Allowed.whole(1, 4),
              "org.osgi.service.log.admin.loglevel",
              Allowed.words("ERROR", "WARN", "INFO", "DEBUG"),
              "ds.loglevel",
              Allowed.words("error", "warn", "info", "debug")));

  FrameworkSettings {
    values = Map.copyOf(values);
    remarks = List.copyOf(remarks);
  }

  /**
   * Reads both files.
   *
   * @throws BadConfigurationException if what the administrator wrote can't be used
   */
  static FrameworkSettings load(Places places) throws BadConfigurationException {
    Map<String, String> settings =
        new HashMap<>(read(places.home().resolve("lib/framework.properties")));
    Path own = places.config().resolve("framework.properties");
    List<String> remarks = new ArrayList<>();
    if (Files.exists(own)) {
      Map<String, String> administrators = read(own);
      administrators.forEach(
          (key, value) -> {
            if (!settings.containsKey(key) && !CHECKED.containsKey(key)) {
              remarks.add(
                  "%s: the key %s is none of those that it comes with (%s); it is handed to the OSGi framework as it stands"
                      .formatted(own, key, String.join(", ", CHECKED.keySet())));
            }
          });
      check(own, administrators);
      settings.putAll(administrators);
    }
    // The framework's cache holds nothing that the program and plugins/ don't: it is made anew at
    // each start, so that it can't be damaged or stale.
    settings.put(Constants.FRAMEWORK_STORAGE, places.data().resolve("cache").toString());
    settings.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
    settings.put(Constants.FRAMEWORK_BEGINNING_STARTLEVEL, HIGHEST_START_LEVEL);
    return new FrameworkSettings(settings, remarks);
  }

  private static void check(Path file, Map<String, String> administrators)
      throws BadConfigurationException {
    for (Map.Entry<String, Allowed> checked : CHECKED.entrySet()) {
      String value = administrators.get(checked.getKey());
      if (value != null && !checked.getValue().test().test(value)) {
        throw new BadConfigurationException(
            "%s=%s in %s can't be used; allowed: %s"
                .formatted(checked.getKey(), value, file, checked.getValue().text()));
      }
    }
  }

  private static Map<String, String> read(Path file) throws BadConfigurationException {
    Properties raw = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      raw.load(in);
    } catch (CharacterCodingException _) {
      throw BadConfigurationException.of(file, "it is no text in UTF-8");
    } catch (IllegalArgumentException e) { // the JDK gives no line
      throw BadConfigurationException.of(
          file, "a \\u in it is not followed by four hexadecimal digits (" + e.getMessage() + ")");
    } catch (IOException e) {
      throw BadConfigurationException.of(file, Places.reason(e));
    }
    Map<String, String> values = new TreeMap<>();
    for (String key : raw.stringPropertyNames()) {
      values.put(key, substituted(raw.getProperty(key).strip()));
    }
    return values;
  }

  private static String substituted(String value) {
    return VARIABLE
        .matcher(value)
        .replaceAll(
            match -> Matcher.quoteReplacement(System.getProperty(match.group(1), match.group())));
  }

  /**
   * What a key may be.
   *
   * @param text for people
   */
  private record Allowed(String text, Predicate<String> test) {
    static Allowed whole(int least, int most) {
      return new Allowed(
          "a whole number from %d to %d".formatted(least, most),
          value ->
              value.matches("\\d{1,9}")
                  && Integer.parseInt(value) >= least
                  && Integer.parseInt(value) <= most);
    }

    static Allowed words(String... words) {
      return new Allowed(String.join(", ", words), List.of(words)::contains);
    }
  }
}
