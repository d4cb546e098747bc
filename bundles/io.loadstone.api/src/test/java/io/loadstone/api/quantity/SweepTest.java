package io.loadstone.api.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SweepTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "8|8",
        "1..4|1 2 3 4",
        "3..3|3",
        "1..40 step 13|1 14 27 40",
        "1..10 step 4|1 5 9",
        "1..64 x2|1 2 4 8 16 32 64",
        "1..100 x10|1 10 100",
        "3..20 x 2|3 6 12",
        "1,4,16,64|1 4 16 64",
        "1, 4, 4, 2|1 4 4 2",
        "1..3, 8..32 x2, 100|1 2 3 8 16 32 100",
        " 1 .. 3 |1 2 3",
        "1000000|1000000",
      })
  void theValuesComeInTheOrderOfTheText(String text, String values) {
    assertThat(Sweep.parse(text).values())
        .containsExactlyElementsOf(Arrays.stream(values.split(" ")).map(Integer::valueOf).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "-1",
        "1.5",
        "0..4",
        "4..1",
        "1..",
        "..4",
        "1..4 step 0",
        "1..4 x1",
        "1..4 x0",
        "1,,2",
        "1,",
        "1-4",
        "1..4..8",
        "1000001",
        "1..1000001 step 500000",
        "9999999999",
        "a"
      })
  void whatIsNoSweepIsRefusedWithWhatIs(String text) {
    assertThatThrownBy(() -> Sweep.parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith(
            "\""
                + text
                + "\" is not allowed here; allowed: a number from 1 to 1000000, a range such");
  }

  @Test
  void aSweepHasAtMost10000Values() {
    assertThat(Sweep.parse("1..10000").values()).hasSize(10_000);
    for (String text : List.of("1..10001", "1..999999999", "1..9000,1..9000")) {
      assertThatThrownBy(() -> Sweep.parse(text))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageContaining("with 1 to 10000 values");
    }
  }

  @Test
  void theTextIsKeptForPrinting() {
    assertThat(Sweep.parse(" 1..64 x2 ").text()).isEqualTo("1..64 x2");
    assertThat(Sweep.of(4)).isEqualTo(Sweep.parse("4"));
  }

  @Test
  void theLargestValueIsKnown() {
    assertThat(Sweep.parse("4,16,1").max()).isEqualTo(16);
    assertThat(Sweep.parse("1..40").values())
        .isEqualTo(IntStream.rangeClosed(1, 40).boxed().toList());
  }
}
