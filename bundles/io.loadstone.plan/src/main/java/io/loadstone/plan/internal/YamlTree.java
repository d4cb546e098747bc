package io.loadstone.plan.internal;

import io.loadstone.api.quantity.InvalidValueException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Composes text into a tree, within bounds that keep hostile text from costing much. */
final class YamlTree {
  static final int MOST_CHARACTERS = 1 << 20;
  static final int MOST_LEVELS = 32;
  static final int MOST_ALIASES = 50;

  private YamlTree() {}

  /** The tree of a text, with its lines; empty if there is none or a problem was added. */
  static Optional<Node> compose(String text, ProblemList problems) {
    return compose(text, true, problems, "");
  }

  /** The tree of a value that is not from the text, and so has no lines. */
  static Optional<Node> composeValue(String text, ProblemList problems, String path) {
    return compose(text, false, problems, path);
  }

  private static Optional<Node> compose(
      String text, boolean lines, ProblemList problems, String path) {
    if (text.length() > MOST_CHARACTERS) {
      problems.add(
          0,
          path,
          "the text has " + text.length() + " characters; allowed: at most " + MOST_CHARACTERS);
      return Optional.empty();
    }
    int foreign = firstForeign(text);
    if (foreign >= 0) {
      problems.add(
          lines ? lineOf(text, foreign) : 0,
          path,
          "the character \""
              + InvalidValueException.shown(text.substring(foreign, foreign + 1))
              + "\" is not allowed; a plan is a text in YAML or JSON");
      return Optional.empty();
    }
    LoadSettings settings =
        LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setUseMarks(lines)
            .setMaxAliasesForCollections(MOST_ALIASES)
            .setCodePointLimit(MOST_CHARACTERS)
            .build();
    String readable = blanksForTabs(text);
    try {
      if (!isBounded(readable, settings, problems, path)) {
        return Optional.empty();
      }
      return new Compose(settings).composeString(readable);
    } catch (YamlEngineException e) {
      problems.add(lines ? lineOf(e) : 0, path, sentence(e));
      return Optional.empty();
    }
  }

  // Composing recurses, and merging follows aliases, so both are looked at in the flat stream of
  // events beforehand.
  private static boolean isBounded(
      String text, LoadSettings settings, ProblemList problems, String path) {
    Deque<Optional<Anchor>> open = new ArrayDeque<>();
    for (Event event : new Parse(settings).parseString(text)) {
      switch (event) {
        case CollectionStartEvent start -> open.push(start.getAnchor());
        case CollectionEndEvent _ -> open.pop();
        case AliasEvent alias when open.contains(Optional.of(alias.getAlias())) -> {
          problems.add(
              alias.getStartMark().map(mark -> mark.getLine() + 1).orElse(0),
              path,
              "the alias *" + alias.getAlias() + " stands within what it names; leave it out");
          return false;
        }
        default -> {}
      }
      if (open.size() > MOST_LEVELS) {
        problems.add(
            0, path, "the text is nested too deep; allowed: at most " + MOST_LEVELS + " levels");
        return false;
      }
    }
    return true;
  }

  /** Index of the first character that YAML forbids; -1 if there is none. */
  private static int firstForeign(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)
          || c >= 0xFFFE
          || (Character.isISOControl(c) && "\t\n\r\u0085".indexOf(c) < 0)) {
        return i;
      }
    }
    return -1;
  }

  // JSON may be indented with tabs, which the parser takes only inside of quotes.
  private static String blanksForTabs(String text) {
    if (text.indexOf('\t') < 0 || !text.stripLeading().startsWith("{")) {
      return text;
    }
    StringBuilder out = new StringBuilder(text);
    boolean quoted = false;
    for (int i = 0; i < out.length(); i++) {
      char c = out.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (quoted && c == '\\') {
        i++;
      } else if (!quoted && c == '\t') {
        out.setCharAt(i, ' ');
      }
    }
    return out.toString();
  }

  private static int lineOf(String text, int index) {
    return 1 + (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
  }

  private static int lineOf(YamlEngineException e) {
    if (!(e instanceof MarkedYamlEngineException marked)) {
      return 0;
    }
    // What is not closed is noticed at the end of the text, but to be mended where it begins.
    boolean unclosed = marked.getProblem().matches(".*(end of stream|stream end).*");
    Optional<Mark> mark =
        unclosed
            ? marked.getContextMark().or(marked::getProblemMark)
            : marked.getProblemMark().or(marked::getContextMark);
    return mark.map(m -> m.getLine() + 1).orElse(0);
  }

  private static String sentence(YamlEngineException e) {
    if (!(e instanceof MarkedYamlEngineException marked)) {
      return "this is not valid YAML or JSON: "
          + InvalidValueException.shown(String.valueOf(e.getMessage()));
    }
    String problem = marked.getProblem();
    if (problem.contains("TAB")) {
      return "a tab stands where only blanks may stand; indent with blanks";
    }
    String context = marked.getContext();
    return "this is not valid YAML or JSON: "
        + (context == null ? "" : InvalidValueException.shown(context) + ", ")
        + InvalidValueException.shown(problem);
  }
}
