package io.loadstone.plan.internal;

import java.util.List;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/** Nodes of a YAML tree: made, and described in words. */
final class Nodes {
  private static final ScalarResolver RESOLVER = new CoreScalarResolver(false);

  private Nodes() {}

  /** 1-based line; 0 if the node is not from the text. */
  static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }

  /** Whether there is nothing, such as after {@code name:} at the end of a line. */
  static boolean isNull(Node node) {
    return Tag.NULL.equals(node.getTag());
  }

  /** What the node is, for messages. */
  static String kind(Node node) {
    return switch (node.getNodeType()) {
      case MAPPING -> "a map of fields";
      case SEQUENCE -> "a list";
      case SCALAR -> isNull(node) ? "an empty value" : "a single value";
      case ANCHOR -> "an alias";
    };
  }

  static MappingNode emptyMap() {
    return new MappingNode(Tag.MAP, List.of(), FlowStyle.BLOCK);
  }

  /** An empty map that stands where another node does. */
  static MappingNode emptyMap(Node at) {
    return new MappingNode(
        Tag.MAP, true, List.of(), FlowStyle.BLOCK, at.getStartMark(), at.getEndMark());
  }

  /** No value, where another node stands. */
  static ScalarNode nothing(Node at) {
    return new ScalarNode(
        Tag.NULL, true, "", ScalarStyle.PLAIN, at.getStartMark(), at.getEndMark());
  }

  /** Text that stays text: quoted if it would read as a number, a truth value or nothing. */
  static ScalarNode text(String value) {
    return new ScalarNode(Tag.STR, value, ScalarStyle.PLAIN);
  }

  /** A value as a person would write it, without quotes where the syntax allows. */
  static ScalarNode plain(String value) {
    return new ScalarNode(RESOLVER.resolve(value, true), value, ScalarStyle.PLAIN);
  }

  static SequenceNode list(List<? extends Node> entries, FlowStyle style) {
    return new SequenceNode(Tag.SEQ, List.copyOf(entries), style);
  }
}
