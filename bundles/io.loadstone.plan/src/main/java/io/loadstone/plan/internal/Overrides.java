package io.loadstone.plan.internal;

import io.loadstone.api.quantity.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Lays values over a tree, by path. Nothing is changed in place, for a node may be in the tree more
 * than once, by an alias.
 */
final class Overrides {
  private static final Pattern PATH =
      Pattern.compile("[^.\\[\\]]+(\\[\\d{1,5}])*(\\.[^.\\[\\]]+(\\[\\d{1,5}])*)*");
  private static final Pattern PART = Pattern.compile("[^.\\[\\]]+|\\[\\d{1,5}]");

  private final ProblemList problems;

  Overrides(ProblemList problems) {
    this.problems = problems;
  }

  /** The tree with the values in it; a path that leads nowhere is a problem. */
  Node apply(Node root, Map<String, String> overrides) {
    Node result = root;
    // Sorted, so that "load" comes before "load.workers".
    for (Map.Entry<String, String> override : new TreeMap<>(overrides).entrySet()) {
      String path = InvalidValueException.shown(override.getKey());
      if (!PATH.matcher(override.getKey()).matches()) {
        problems.add(
            0,
            path,
            "this is no path of a field; allowed: a path such as runTime, load.outstanding or"
                + " workloads[0].read");
        continue;
      }
      Optional<Node> value = value(override.getValue(), path);
      if (value.isPresent()) {
        result = with(result, parts(override.getKey()), 0, value.get(), path);
      }
    }
    return result;
  }

  // Only what begins like a list, a map or a quoted text has syntax; all else is taken as it is.
  private Optional<Node> value(String text, String path) {
    String stripped = text.strip();
    if (!stripped.isEmpty() && "[{\"'".indexOf(stripped.charAt(0)) >= 0) {
      return YamlTree.composeValue(stripped, problems, path);
    }
    return Optional.of(Nodes.plain(stripped));
  }

  private static List<String> parts(String path) {
    List<String> parts = new ArrayList<>();
    Matcher m = PART.matcher(path);
    while (m.find()) {
      parts.add(m.group());
    }
    return parts;
  }

  private Node with(Node node, List<String> parts, int at, Node value, String path) {
    if (at == parts.size()) {
      return value;
    }
    String part = parts.get(at);
    if (part.startsWith("[")) {
      return withEntry(node, parts, at, value, path);
    }
    if (!(node instanceof MappingNode map)) {
      if (Nodes.isNull(node)) {
        return with(Nodes.emptyMap(), parts, at, value, path);
      }
      return refuse(
          node,
          path,
          "\"" + InvalidValueException.shown(part) + "\" is looked for in " + Nodes.kind(node));
    }
    List<NodeTuple> fields = new ArrayList<>(map.getValue());
    for (int i = 0; i < fields.size(); i++) {
      NodeTuple field = fields.get(i);
      if (field.getKeyNode() instanceof ScalarNode key && key.getValue().equals(part)) {
        Node changed = with(field.getValueNode(), parts, at + 1, value, path);
        fields.set(i, new NodeTuple(field.getKeyNode(), changed));
        return withFields(map, fields);
      }
    }
    if (at + 1 < parts.size() && parts.get(at + 1).startsWith("[")) {
      return refuse(
          node, path, "there is no list \"" + InvalidValueException.shown(part) + "\" in the plan");
    }
    fields.add(new NodeTuple(Nodes.text(part), with(Nodes.emptyMap(), parts, at + 1, value, path)));
    return withFields(map, fields);
  }

  private Node withEntry(Node node, List<String> parts, int at, Node value, String path) {
    String part = parts.get(at);
    if (!(node instanceof SequenceNode list)) {
      return refuse(node, path, "entry " + part + " is looked for in " + Nodes.kind(node));
    }
    int index = Integer.parseInt(part.substring(1, part.length() - 1));
    List<Node> entries = new ArrayList<>(list.getValue());
    if (index >= entries.size()) {
      return refuse(
          node,
          path,
          "there is no entry " + part + ", the list ends at [" + (entries.size() - 1) + "]");
    }
    entries.set(index, with(entries.get(index), parts, at + 1, value, path));
    return new SequenceNode(
        list.getTag(), true, entries, list.getFlowStyle(), list.getStartMark(), list.getEndMark());
  }

  private Node refuse(Node node, String path, String reason) {
    problems.add(0, path, "this path leads nowhere: " + reason);
    return node;
  }

  private static MappingNode withFields(MappingNode map, List<NodeTuple> fields) {
    return new MappingNode(
        map.getTag(), true, fields, map.getFlowStyle(), map.getStartMark(), map.getEndMark());
  }
}
