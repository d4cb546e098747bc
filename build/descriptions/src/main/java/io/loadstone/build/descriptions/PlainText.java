package io.loadstone.build.descriptions;

import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.EndElementTree;
import com.sun.source.doctree.EntityTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.StartElementTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.SimpleDocTreeVisitor;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Javadoc as one line of text without markup. A link to a getter becomes the attribute's name,
 * since that is what a JMX client shows.
 */
final class PlainText extends SimpleDocTreeVisitor<String, Void> {
  private static final Pattern GETTER = Pattern.compile("(?:get|is)(\\p{Upper}.*)");

  private final DocTrees trees;

  PlainText(DocTrees trees) {
    this.trees = trees;
  }

  String of(List<? extends DocTree> javadoc) {
    return javadoc.stream()
        .map(tree -> visit(tree, null))
        .collect(Collectors.joining())
        .replaceAll("\\s+", " ")
        .strip();
  }

  @Override
  public String visitText(TextTree text, Void unused) {
    return text.getBody();
  }

  @Override
  public String visitLiteral(LiteralTree literal, Void unused) {
    return literal.getBody().getBody();
  }

  @Override
  public String visitLink(LinkTree link, Void unused) {
    if (!link.getLabel().isEmpty()) {
      return of(link.getLabel());
    }
    String signature = link.getReference().getSignature().replaceFirst("\\(.*", "");
    String name = signature.substring(signature.lastIndexOf('#') + 1);
    Matcher getter = GETTER.matcher(name);
    return getter.matches() ? getter.group(1) : name;
  }

  // A paragraph or a list item: words on both sides stay apart.
  @Override
  public String visitStartElement(StartElementTree element, Void unused) {
    return element.getName().toString().toLowerCase(Locale.ROOT).matches("p|li|ul|ol|br")
        ? " "
        : "";
  }

  @Override
  public String visitEndElement(EndElementTree element, Void unused) {
    return "";
  }

  @Override
  public String visitEntity(EntityTree entity, Void unused) {
    return Objects.requireNonNullElse(trees.getCharacters(entity), entity.toString());
  }

  // Silence would lose words of the text, so whatever else turns up stands as it is written.
  @Override
  protected String defaultAction(DocTree other, Void unused) {
    return other.toString();
  }
}
