package io.loadstone.api.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentagesTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "0%, 0", "60, 60", "60%, 60", "' 33.3 % ', 33.3", "100%, 100", "100.0, 100"})
  void aShareMayHaveAPercentSign(String text, double percent) {
    assertThat(Percentages.parse(text)).isEqualTo(percent);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%", "-1%", "101%", "100.0001", "half", "5%%", "1e1", "1/2", "NaN"})
  void whatIsNoShareIsRefusedWithWhatIs(String text) {
    assertThatThrownBy(() -> Percentages.parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "\"" + text + "\" is not allowed here; allowed: a share from 0% to 100%, such as 60%");
  }

  @ParameterizedTest
  @CsvSource({"0, 0%", "60, 60%", "33.3, 33.3%", "0.00001, 0.00001%", "100, 100%"})
  void theShortestExactTextHasNoExponent(double percent, String text) {
    assertThat(Percentages.format(percent)).isEqualTo(text);
  }

  @Property
  void whatIsWrittenIsReadBack(@ForAll @DoubleRange(min = 0, max = 100) double percent) {
    assertThat(Percentages.parse(Percentages.format(percent))).isEqualTo(percent);
  }
}
