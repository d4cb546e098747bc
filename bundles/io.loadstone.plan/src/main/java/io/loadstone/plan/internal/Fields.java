package io.loadstone.plan.internal;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The fields of one map. Whatever is wrong becomes a problem with the field's line and path, and
 * the fallback takes the value's place, so that reading goes on to the next problem.
 */
final class Fields {
  private final Node node;
  private final String path;
  private final ProblemList problems;
  private final Map<String, NodeTuple> fields = new LinkedHashMap<>();

  private Fields(Node node, String path, ProblemList problems) {
    this.node = node;
    this.path = path;
    this.problems = problems;
  }

  /** The fields of a map in which each of a few names may be. */
  static Fields of(Node node, String path, List<String> known, ProblemList problems) {
    return of(node, path, known, List.of(), problems);
  }

  /**
   * The same.
   *
   * @param deeper names with dots of fields further down, which are looked for here at times
   */
  static Fields of(
      Node node, String path, List<String> known, List<String> deeper, ProblemList problems) {
    Fields fields = any(node, path, "a map with the fields " + String.join(", ", known), problems);
    for (Map.Entry<String, NodeTuple> field : fields.fields.entrySet()) {
      if (!known.contains(field.getKey())) {
        fields.unknown(field.getKey(), field.getValue(), known, deeper);
      }
    }
    fields.fields.keySet().retainAll(known);
    return fields;
  }

  /** The fields of a map with names of any kind. */
  static Fields any(Node node, String path, String allowed, ProblemList problems) {
    Fields fields = new Fields(node, path, problems);
    if (!(node instanceof MappingNode map)) {
      problems.add(node, path, Nodes.kind(node) + " is not allowed here; allowed: " + allowed);
      return fields;
    }
    for (NodeTuple field : map.getValue()) {
      Node name = field.getKeyNode();
      if (!(name instanceof ScalarNode scalar) || Nodes.isNull(name)) {
        problems.add(name, path, Nodes.kind(name) + " is no name of a field; allowed: " + allowed);
      } else {
        NodeTuple earlier = fields.fields.putIfAbsent(scalar.getValue(), field);
        if (earlier != null) {
          problems.add(
              name,
              fields.pathOf(scalar.getValue()),
              "the field is here twice"
                  + (lineOf(earlier) > 0 ? ", first in line " + lineOf(earlier) : "")
                  + "; leave one out");
        }
      }
    }
    return fields;
  }

  private void unknown(String name, NodeTuple field, List<String> known, List<String> deeper) {
    if (problems.isFull()) {
      problems.add(lineOf(field), name, "");
      return;
    }
    String hint =
        deeper.stream()
            .filter(inside -> inside.endsWith("." + name))
            .findFirst()
            .or(() -> KnownNames.nearest(name, known))
            .map(nearest -> "did you mean \"" + nearest + "\"? ")
            .orElse("");
    problems.add(
        lineOf(field),
        pathOf(name),
        "there is no such field; " + hint + "Known: " + String.join(", ", known));
  }

  // The name's line, not that of its value, which may begin further down; none if the value was
  // laid over the text.
  private static int lineOf(NodeTuple field) {
    return Nodes.line(field.getValueNode()) == 0 ? 0 : Nodes.line(field.getKeyNode());
  }

  /** Whether it is a map at all; if not, that is a problem already. */
  boolean isMap() {
    return node instanceof MappingNode;
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  Optional<Node> find(String name) {
    return Optional.ofNullable(fields.get(name)).map(NodeTuple::getValueNode);
  }

  List<String> names() {
    return List.copyOf(fields.keySet());
  }

  String pathOf(String name) {
    String shown = InvalidValueException.shown(name);
    return path.isEmpty() ? shown : path + "." + shown;
  }

  /** Adds a problem of one field, or of the map if the field is not there. */
  void problem(String name, String message) {
    NodeTuple field = fields.get(name);
    problems.add(field == null ? Nodes.line(node) : lineOf(field), pathOf(name), message);
  }

  /** Adds a problem of each of these fields that is there. */
  void forbid(List<String> names, String message) {
    names.stream().filter(this::has).forEach(name -> problem(name, message));
  }

  /** A single value; the fallback if it is not there. */
  <T> T value(String name, Kind<T> kind, T fallback) {
    return find(name)
        .flatMap(value -> single(value, pathOf(name), kind, problems))
        .orElse(fallback);
  }

  /** A single value that must be there. */
  <T> T required(String name, Kind<T> kind, T fallback) {
    if (!has(name) && isMap()) {
      problem(name, "the field is missing; allowed: " + kind.allowed());
    }
    return value(name, kind, fallback);
  }

  /** A value that may also be a list, each entry of it in the form of a single value. */
  <T> T valueOrList(String name, Kind<T> kind, T fallback) {
    if (find(name).orElse(null) instanceof SequenceNode list) {
      if (!list.getValue().isEmpty()
          && list.getValue().stream().allMatch(n -> n instanceof ScalarNode && !Nodes.isNull(n))) {
        String joined =
            list.getValue().stream()
                .map(entry -> ((ScalarNode) entry).getValue())
                .collect(Collectors.joining(","));
        return parse(list, pathOf(name), joined, kind, problems).orElse(fallback);
      }
    }
    return value(name, kind, fallback);
  }

  /**
   * The entries of a list.
   *
   * @param allowed what the list holds, for messages
   * @return none if the field is not there or no list
   */
  List<Node> list(String name, String allowed, int least, int most) {
    Optional<Node> value = find(name);
    if (value.isEmpty()) {
      return List.of();
    }
    if (!(value.get() instanceof SequenceNode list)) {
      problem(
          name, Nodes.kind(value.get()) + " is not allowed here; allowed: a list of " + allowed);
      return List.of();
    }
    int count = list.getValue().size();
    if (count < least || count > most) {
      problem(
          name,
          (count == 0 ? "the list is empty" : "the list has " + count + " entries")
              + "; allowed: "
              + least
              + " to "
              + most
              + " "
              + allowed);
    }
    return count > most ? list.getValue().subList(0, most) : list.getValue();
  }

  /** The entries of a list of single values. */
  <T> List<T> values(String name, String allowed, Kind<T> kind, int least, int most) {
    List<Node> entries = list(name, allowed, least, most);
    List<T> read = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      String entryPath = pathOf(name) + "[" + i + "]";
      single(entries.get(i), entryPath, kind, problems).ifPresent(read::add);
    }
    return read;
  }

  /** A single value that is no field of a map, such as an entry of a list. */
  static <T> Optional<T> single(Node node, String path, Kind<T> kind, ProblemList problems) {
    if (!(node instanceof ScalarNode scalar) || Nodes.isNull(node)) {
      problems.add(
          node, path, Nodes.kind(node) + " is not allowed here; allowed: " + kind.allowed());
      return Optional.empty();
    }
    return parse(node, path, scalar.getValue(), kind, problems);
  }

  private static <T> Optional<T> parse(
      Node node, String path, String text, Kind<T> kind, ProblemList problems) {
    try {
      return Optional.of(kind.parser().apply(text));
    } catch (InvalidValueException e) {
      problems.add(node, path, new InvalidValueException(text, e.allowed()).getMessage());
      return Optional.empty();
    }
  }
}
