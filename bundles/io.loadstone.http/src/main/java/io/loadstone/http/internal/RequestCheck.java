package io.loadstone.http.internal;

import io.loadstone.api.quantity.InvalidValueException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.jolokia.json.JSONObject;
import org.jspecify.annotations.Nullable;

/**
 * Whether a posted request is one of Jolokia's protocol, before Jolokia sees it: where it is not,
 * Jolokia answers with the words of a parser or a cast, and spoils the other requests of a list.
 */
final class RequestCheck {
  /** What a request looks like, for those who sent something else. */
  static final String EXAMPLE =
      "{\"type\":\"read\",\"mbean\":\"io.loadstone:type=Agent\",\"attribute\":\"Health\"}";

  private static final Set<String> TYPES =
      Set.of("read", "write", "exec", "list", "search", "version");
  private static final Set<String> OF_MBEANS = Set.of("read", "write", "exec", "search");
  private static final Set<String> WHOLE_NUMBERS =
      Set.of("maxDepth", "maxCollectionSize", "maxObjects");

  private RequestCheck() {}

  /** What is wrong with a request, as a sentence with its cure; empty if Jolokia can read it. */
  static Optional<String> problem(@Nullable Object request) {
    if (!(request instanceof JSONObject fields)) {
      return Optional.of(
          "A request is an object such as %s, not %s.".formatted(EXAMPLE, shown(request)));
    }
    Object type = fields.get("type");
    String what = type instanceof String text ? text.toLowerCase(Locale.ROOT) : "";
    if (!TYPES.contains(what)) {
      return Optional.of(
          "\"type\" is %s; allowed: \"read\", \"write\", \"exec\", \"list\", \"search\", \"version\"."
              .formatted(shown(type)));
    }
    return problemOfMBean(what, fields)
        .or(() -> problemOfMember(what, fields))
        .or(() -> problemOfConfig(fields.get("config")));
  }

  private static Optional<String> problemOfMBean(String type, JSONObject fields) {
    if (!OF_MBEANS.contains(type)) {
      return Optional.empty();
    }
    if (!(fields.get("mbean") instanceof String name)) {
      return Optional.of(
          "\"mbean\" of a request to %s is %s; it must be a name such as \"io.loadstone:type=Agent\"."
              .formatted(type, shown(fields.get("mbean"))));
    }
    try {
      ObjectName.getInstance(name);
      return Optional.empty();
    } catch (MalformedObjectNameException e) {
      return Optional.of(
          "\"mbean\" is %s, which is no name of an MBean (%s); one looks like \"io.loadstone:type=Agent\"."
              .formatted(shown(name), e.getMessage()));
    }
  }

  private static Optional<String> problemOfMember(String type, JSONObject fields) {
    return switch (type) {
      case "exec" ->
          required(fields, "operation", "the name of an operation")
              .or(() -> optional(fields, "arguments", "a list of values", List.class));
      case "write" -> required(fields, "attribute", "the name of an attribute");
      case "read" ->
          optional(
              fields,
              "attribute",
              "the name of an attribute, or a list of them",
              String.class,
              List.class);
      default -> Optional.empty();
    };
  }

  private static Optional<String> required(JSONObject fields, String member, String what) {
    return fields.get(member) == null
        ? wrong(fields, member, what)
        : optional(fields, member, what, String.class);
  }

  private static Optional<String> optional(
      JSONObject fields, String member, String what, Class<?>... kinds) {
    Object value = fields.get(member);
    return value == null || List.of(kinds).stream().anyMatch(kind -> kind.isInstance(value))
        ? Optional.empty()
        : wrong(fields, member, what);
  }

  private static Optional<String> wrong(JSONObject fields, String member, String what) {
    return Optional.of(
        "\"%s\" is %s; it must be %s.".formatted(member, shown(fields.get(member)), what));
  }

  private static Optional<String> problemOfConfig(@Nullable Object config) {
    if (config == null) {
      return Optional.empty();
    }
    if (!(config instanceof Map<?, ?> options)) {
      return Optional.of("\"config\" is %s; it must be an object.".formatted(shown(config)));
    }
    return WHOLE_NUMBERS.stream()
        .filter(name -> options.containsKey(name) && !isWhole(options.get(name)))
        .map(
            name ->
                "\"%s\" is %s; it must be a whole number."
                    .formatted(name, shown(options.get(name))))
        .findFirst();
  }

  private static boolean isWhole(@Nullable Object value) {
    return String.valueOf(value).matches("\\d{1,9}");
  }

  private static String shown(@Nullable Object value) {
    return value == null
        ? "missing"
        : InvalidValueException.shown(
            value instanceof String ? "\"" + value + "\"" : value.toString());
  }
}
