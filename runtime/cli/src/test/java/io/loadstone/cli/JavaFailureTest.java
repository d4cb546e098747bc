package io.loadstone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts are what Java 25 says. */
class JavaFailureTest {
  private static final Places PLACES =
      new Places(Path.of("/p"), Path.of("/etc/loadstone"), Path.of("/d"), Path.of("/l"));

  @ParameterizedTest
  @CsvSource({
    "java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory, raise ulimit -u",
    "Could not allocate compressed class space: 1073741824 bytes, raise ulimit -v",
    "There is insufficient memory for the Java Runtime Environment to continue., raise ulimit -v",
    "Error: Could not create the Java Virtual Machine., a line of /etc/loadstone/jvm.options",
    "Error: Could not find or load main class nonsense, a line of /etc/loadstone/jvm.options"
  })
  void wordsOfUseComeBeforeJavasOwn(String java, String words) {
    assertThat(JavaFailure.explained(java, PLACES))
        .contains(words)
        .endsWith("Java says:\n  " + java);
  }

  @Test
  void whatTheAgentItselfSaysStaysAsItIs() {
    String sentence = "the data folder /d can't be made: Read-only file system";
    assertThat(JavaFailure.explained(sentence, PLACES)).isEqualTo(sentence);
  }
}
