package io.loadstone.api.target;

import io.loadstone.api.quantity.InvalidValueException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The name of a target: {@code scheme:path?key=value&key=value}, such as {@code
 * file:/srv/lab/t.dat?size=4GiB} or {@code noop:}. The path is taken as it is written, blanks
 * included; only {@code %}, {@code ?} and {@code &} in it need percent escapes.
 *
 * @param scheme lower case; picks the {@link TargetProvider}
 * @param path what follows the scheme, decoded; may be empty
 * @param parameters decoded, in the order of their names
 */
public record TargetUri(String scheme, String path, Map<String, String> parameters) {
  /** What {@link #parse} accepts, for messages and documentation. */
  public static final String ALLOWED =
      "a target URI such as file:/srv/lab/t.dat?size=4GiB or noop:";

  private static final char REPLACEMENT = '\uFFFD';

  private static final Pattern UNREADABLE = Pattern.compile("[%?&\\x00-\\x1F\\x7F]");

  private static final Pattern URI =
      Pattern.compile("([a-z][a-z0-9+.-]*):([^?]*)(?:\\?(.*))?", Pattern.DOTALL);

  public TargetUri {
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /**
   * Reads a target URI.
   *
   * @throws InvalidValueException if the text has no scheme, a parameter without {@code =}, a
   *     parameter twice, or a broken percent escape
   */
  public static TargetUri parse(String text) {
    Matcher m = URI.matcher(text.strip());
    if (!m.matches()) {
      throw new InvalidValueException(withoutUser(text), ALLOWED);
    }
    Map<String, String> parameters = new TreeMap<>();
    try {
      String query = m.group(3) == null ? "" : m.group(3);
      for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals < 1
            || parameters.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)))
                != null) {
          throw new InvalidValueException(
              withoutUser(text), ALLOWED + "; its parameters are key=value, each once");
        }
      }
      return new TargetUri(m.group(1), decode(m.group(2)), parameters);
    } catch (IllegalArgumentException e) {
      throw e instanceof InvalidValueException invalid
          ? invalid
          : new InvalidValueException(
              withoutUser(text), ALLOWED + ", with percent escapes of UTF-8 as %20");
    }
  }

  /** The value of a parameter, if it is there. */
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  /** The text that {@link #parse} reads back to an equal value. */
  public String text() {
    String query =
        parameters.entrySet().stream()
            .map(e -> encode(e.getKey()) + "=" + encode(e.getValue()))
            .collect(Collectors.joining("&"));
    // A control character would act on the terminal of who reads it.
    String plainPath =
        UNREADABLE
            .matcher(path)
            .replaceAll(match -> String.format("%%%02X", (int) match.group().charAt(0)));
    return scheme + ":" + (query.isEmpty() ? keepTail(plainPath) : plainPath + "?" + query);
  }

  // Some programs take a password there, and some after a percent sign: it is not repeated.
  private static String withoutUser(String text) {
    return text.replaceFirst("//[^/]*@", "//…@");
  }

  // parse() strips what is around the text; blanks at the end of a path belong to the path.
  private static String keepTail(String text) {
    String head = text.stripTrailing();
    return head + encode(text.substring(head.length()));
  }

  @Override
  public String toString() {
    return text();
  }

  // URLDecoder reads + as a blank, which is a plain character in a path.
  private static String decode(String text) {
    String decoded = URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    // Bytes that are no UTF-8 would become another name.
    if (decoded.indexOf(REPLACEMENT) >= 0 && text.indexOf(REPLACEMENT) < 0) {
      throw new IllegalArgumentException("no UTF-8");
    }
    return decoded;
  }

  // What need not be escaped is left readable.
  private static String encode(String text) {
    String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    for (char plain : new char[] {'/', '(', ')', ',', '+', ':'}) {
      encoded = encoded.replace(String.format("%%%02X", (int) plain), String.valueOf(plain));
    }
    return encoded;
  }
}
