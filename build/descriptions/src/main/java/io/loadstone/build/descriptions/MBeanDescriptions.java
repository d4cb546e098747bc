package io.loadstone.build.descriptions;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.ReturnTree;
import com.sun.source.util.DocTrees;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;

/**
 * Writes the Javadoc of each interface {@code XMXBean} as plain text to {@code XMXBean.properties}
 * beside its class: {@code description} of the interface, {@code METHOD} and {@code
 * METHOD.PARAMETER}. What has no Javadoc has no line.
 */
@SupportedAnnotationTypes("*")
public final class MBeanDescriptions extends AbstractProcessor {
  private DocTrees trees;
  private PlainText plainText;

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    trees = DocTrees.instance(environment);
    plainText = new PlainText(trees);
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (TypeElement type : ElementFilter.typesIn(round.getRootElements())) {
      if (type.getKind() == ElementKind.INTERFACE
          && type.getSimpleName().toString().endsWith("MXBean")) {
        write(type);
      }
    }
    return false;
  }

  private void write(TypeElement type) {
    Map<String, String> texts = new TreeMap<>();
    DocCommentTree ofType = trees.getDocCommentTree(type);
    if (ofType != null) {
      texts.put("description", plainText.of(ofType.getFullBody()));
    }
    for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
      DocCommentTree comment = trees.getDocCommentTree(method);
      if (comment != null) {
        addMethod(texts, method.getSimpleName().toString(), comment);
      }
    }
    try (Writer out = open(type)) {
      for (Map.Entry<String, String> text : texts.entrySet()) {
        out.write(text.getKey() + "=" + text.getValue().replace("\\", "\\\\") + "\n");
      }
    } catch (IOException e) {
      processingEnv
          .getMessager()
          .printMessage(Diagnostic.Kind.ERROR, "its descriptions could not be written: " + e, type);
    }
  }

  private void addMethod(Map<String, String> texts, String name, DocCommentTree comment) {
    StringBuilder description = new StringBuilder(plainText.of(comment.getFullBody()));
    for (var tag : comment.getBlockTags()) {
      if (tag instanceof ParamTree parameter) {
        texts.put(name + "." + parameter.getName(), plainText.of(parameter.getDescription()));
      } else if (tag instanceof ReturnTree result) {
        description.append(" Returns ").append(plainText.of(result.getDescription())).append('.');
      }
    }
    texts.put(name, description.toString());
  }

  private Writer open(TypeElement type) throws IOException {
    return processingEnv
        .getFiler()
        .createResource(
            StandardLocation.CLASS_OUTPUT,
            processingEnv.getElementUtils().getPackageOf(type).getQualifiedName(),
            type.getSimpleName() + ".properties",
            type)
        .openWriter();
  }
}
