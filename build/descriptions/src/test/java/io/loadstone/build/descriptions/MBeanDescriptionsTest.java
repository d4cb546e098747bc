package io.loadstone.build.descriptions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the compiler with this processor leaves of a source. */
class MBeanDescriptionsTest {
  @TempDir private Path dir;

  @Test
  void javadocBecomesPlainTextUnderTheNamesOfMethodsAndParameters() throws Exception {
    compile(
        "LampMXBean",
        """
        /**
         * A lamp; {@code type=Lamp}.
         *
         * <p>It has no <b>switch</b>: C:\\new.
         */
        public interface LampMXBean {
          /** {@code on}, or why not; 3 &lt; 4 … */
          String getState();
          boolean isWarm();
          /**
           * Dims it, see {@link #getState()} and {@linkplain #isWarm() its warmth}.
           *
           * @param percent 0 to 100;
           *     others are refused
           * @return what {@link #dim} had before
           */
          int dim(int percent);
        }
        """);
    assertThat(texts("LampMXBean"))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "description",
                "A lamp; type=Lamp. It has no switch: C:\\new.",
                "getState",
                "on, or why not; 3 < 4 …",
                "dim",
                "Dims it, see State and its warmth. Returns what dim had before.",
                "dim.percent",
                "0 to 100; others are refused"));
  }

  @Test
  void whatIsNoMXBeanInterfaceIsLeftAlone() throws Exception {
    compile("Lamp", "/** A lamp. */ public interface Lamp {}");
    compile("OtherMXBean", "/** A class. */ public class OtherMXBean {}");
    try (var files = Files.list(dir)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.endsWith(".properties"));
    }
  }

  private void compile(String name, String source) throws Exception {
    Path file = Files.writeString(dir.resolve(name + ".java"), source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      var task =
          compiler.getTask(
              null,
              files,
              null,
              List.of("-d", dir.toString(), "-encoding", "UTF-8"),
              null,
              files.getJavaFileObjects(file));
      task.setProcessors(List.of(new MBeanDescriptions()));
      assertThat(task.call()).isTrue();
    }
  }

  private Properties texts(String name) throws Exception {
    Properties texts = new Properties();
    try (Reader file = Files.newBufferedReader(dir.resolve(name + ".properties"))) {
      texts.load(file);
    }
    return texts;
  }
}
