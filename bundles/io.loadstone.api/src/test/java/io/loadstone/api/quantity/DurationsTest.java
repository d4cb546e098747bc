package io.loadstone.api.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0s, 0",
    "7ns, 7",
    "7us, 7000",
    "500ms, 500000000",
    "3s, 3000000000",
    "1.5s, 1500000000",
    "' 3 s ', 3000000000",
    "10m, 600000000000",
    "2h, 7200000000000",
    "9223372036854775807ns, 9223372036854775807",
  })
  void aTimeHasItsUnit(String text, long ns) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofNanos(ns));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3", "s", "-3s", "3 days", "3S", "3min", "1e3s", "3s5ms", "1:30"})
  void whatIsNoTimeIsRefusedWithWhatIs(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "\""
                + text
                + "\" is not allowed here; allowed: a time with its unit (ns, us, ms, s, m or h),"
                + " such as 500ms, 3s or 10m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5ns", "2562048h", "9223372036854775808ns"})
  void brokenNanosecondsAndTooManyAreRefused(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("in whole nanoseconds up to 292 years");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "1, 1ns",
    "1000, 1us",
    "250000000, 250ms",
    "90000000000, 90s",
    "120000000000, 2m",
    "86400000000000, 24h"
  })
  void theShortestExactTextIsInTheLargestUnit(long ns, String text) {
    assertThat(Durations.format(Duration.ofNanos(ns))).isEqualTo(text);
  }

  @Property
  void whatIsWrittenIsReadBack(@ForAll @LongRange(min = 0) long ns) {
    assertThat(Durations.parse(Durations.format(Duration.ofNanos(ns)))).hasNanos(ns);
  }
}
