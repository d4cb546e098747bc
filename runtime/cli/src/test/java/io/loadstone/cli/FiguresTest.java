package io.loadstone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
  @Test
  void ratesHaveSeparatorsAndSmallOnesDecimals() {
    assertThat(Figures.rate(1_234_567.8)).isEqualTo("1,234,568");
    assertThat(Figures.rate(12.345)).isEqualTo("12.35");
    assertThat(Figures.rate(0)).isEqualTo("0.00");
  }

  @Test
  void nothingCompletedIsADashAndNotZero() {
    assertThat(Figures.ms(-1)).isEqualTo("-");
    assertThat(Figures.ms(321_000)).isEqualTo("0.321");
    assertThat(Figures.left(-1)).isEqualTo("-");
    assertThat(Figures.left(64.9)).isEqualTo("1:05");
    assertThat(Figures.left(3_725)).isEqualTo("1:02:05");
  }
}
