package io.loadstone.api.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
  @ParameterizedTest
  @CsvSource({
    "5000,OPERATIONS,5000",
    "5000/s,OPERATIONS,5000",
    "0.5 /s,OPERATIONS,0.5",
    "0.001,OPERATIONS,0.001",
    "100000000,OPERATIONS,1e8",
    "1B/s,BYTES,1",
    "200MB/s,BYTES,200000000",
    "100MiB/s,BYTES,104857600",
    "64 KiB/s,BYTES,65536",
    "1.5 GB/s,BYTES,1500000000",
    "1TB/s,BYTES,1e12",
  })
  void aBareNumberCountsOperationsAndBytesNameTheirUnit(
      String text, Rate.Unit unit, double perSecond) {
    assertThat(Rate.parse(text)).isEqualTo(new Rate(unit, perSecond));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "0/s",
        "-5",
        "5k/s",
        "5k",
        "200MB",
        "200MB/m",
        "0B/s",
        "2TB/s",
        "100000001",
        "1e3",
        "0.3B/s",
        "fast",
        "5/h"
      })
  void anythingElseIsNamedWithWhatIsAllowed(String text) {
    assertThatThrownBy(() -> Rate.parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage("\"" + text + "\" is not allowed here; allowed: " + Rate.ALLOWED);
  }

  @ParameterizedTest
  @CsvSource({"5000,5000/s", "0.50/s,0.5/s", "200MB/s,200MB/s", "100MiB/s,100MiB/s", "5B/s,5B/s"})
  void itIsWrittenInTheShortestExactForm(String text, String written) {
    assertThat(Rate.parse(text).format()).isEqualTo(written);
    assertThat(Rate.parse(written)).isEqualTo(Rate.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5000/s|5000",
        "1000..5000 step 2000|1000 3000 5000",
        "1000/s..4000/s step 1500/s|1000 2500 4000",
        "100..800 x2|100 200 400 800",
        "0.1..0.3 step 0.1|0.1 0.2 0.3",
        "1,2 , 5/s|1 2 5",
        "50MB/s..200MB/s x2|50000000 100000000 200000000",
      })
  void aSweepGoesThroughItsRatesInOrder(String text, String values) {
    List<Double> expected = Arrays.stream(values.split(" ")).map(Double::valueOf).toList();
    assertThat(RateSweep.parse(text).values().stream().map(Rate::perSecond)).isEqualTo(expected);
    assertThat(RateSweep.parse(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1..5",
        "5..1 step 1",
        "1..5 step 0",
        "1..5 x1",
        "1,",
        "1,1MB/s",
        "1MB/s..5MB/s step 1",
        "1..1000000 step 1"
      })
  void aSweepOfAnotherFormIsRefused(String text) {
    assertThatThrownBy(() -> RateSweep.parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("1000..5000 step 1000");
  }

  @Test
  void aRateOfBytesIsOneOfOperationsOfAKnownSize() {
    assertThat(Rate.parse("200MB/s").operationsPerSecond(8000)).isEqualTo(25_000);
    assertThat(Rate.parse("700/s").operationsPerSecond(8000)).isEqualTo(700);
  }
}
