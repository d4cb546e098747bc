package io.loadstone.api.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InvalidValueExceptionTest {
  @Test
  void theMessageIsOneLineAndNotTooLong() {
    InvalidValueException e = new InvalidValueException("a\nb\u202E" + "x".repeat(500), "less");

    assertThat(e)
        .hasMessage(
            "\"a\\u000Ab\\u202E" + "x".repeat(76) + "...\" is not allowed here; allowed: less");
    assertThat(e.value()).hasSize(504);
    assertThat(e.allowed()).isEqualTo("less");
  }

  @Test
  void ordinaryTextIsShownAsItIs() {
    assertThat(InvalidValueException.shown("Größe 😀")).isEqualTo("Größe 😀");
  }
}
