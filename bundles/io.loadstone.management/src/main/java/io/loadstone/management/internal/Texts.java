package io.loadstone.management.internal;

import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.target.TargetUri;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The plain strings that operations take and give: settings, labels, targets, times. */
final class Texts {
  private static final Pattern BETWEEN_PAIRS = Pattern.compile("[;\\n\\r]+");
  private static final Pattern BETWEEN_TARGETS =
      Pattern.compile("[\\n\\r]+|\\s+(?=[a-z][a-z0-9+.-]*:)");

  // JConsole puts it into each of its fields for text, and sends it.
  private static final String UNTOUCHED = "String";

  private Texts() {}

  /**
   * Reads {@code key=value; key=value}.
   *
   * @param what the word for one of them in messages: {@code setting}
   */
  static Map<String, String> pairs(@Nullable String text, String what) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : BETWEEN_PAIRS.split(orEmpty(text), -1)) {
      if (pair.isBlank()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String key = equals < 0 ? "" : pair.substring(0, equals).strip();
      if (key.isEmpty()) {
        throw new IllegalArgumentException(
            "The %s \"%s\" is not key=value; write several as key=value; key=value."
                .formatted(what, pair.strip()));
      }
      if (pairs.put(key, pair.substring(equals + 1).strip()) != null) {
        throw new IllegalArgumentException(
            "The %s %s is given twice; give it once.".formatted(what, key));
      }
    }
    return pairs;
  }

  /** Reads target URIs, one a line or separated by blanks. */
  static List<TargetUri> targets(@Nullable String text) {
    return BETWEEN_TARGETS
        .splitAsStream(orEmpty(text))
        .map(String::strip)
        .filter(uri -> !uri.isEmpty())
        .map(TargetUri::parse)
        .toList();
  }

  /** Labels as {@link #pairs} reads them. */
  static String pairsText(Map<String, String> pairs) {
    return pairs.entrySet().stream()
        .map(pair -> pair.getKey() + "=" + pair.getValue())
        .collect(Collectors.joining("; "));
  }

  /** ISO 8601 in UTC with milliseconds; empty for 0. */
  static String time(long epochMs) {
    return epochMs == 0 ? "" : Instant.ofEpochMilli(epochMs).toString();
  }

  /** A string as YAML and JSON both read it. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f) {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /** What to throw if nothing has this name. */
  static IllegalArgumentException unknown(String kind, String written, Collection<String> known) {
    return new IllegalArgumentException(
        "There is no %s \"%s\"%s; there are: %s."
            .formatted(
                kind,
                written,
                didYouMean(written, known),
                known.isEmpty() ? "none" : String.join(", ", known)));
  }

  /** {@code (did you mean x?)}, or nothing. */
  static String didYouMean(String written, Collection<String> known) {
    return KnownNames.nearest(written, known)
        .map(nearest -> " (did you mean " + nearest + "?)")
        .orElse("");
  }

  /** The text, or empty for what JConsole sends if nobody typed anything. */
  static String orEmpty(@Nullable String text) {
    return text == null || text.equals(UNTOUCHED) ? "" : text.strip();
  }
}
