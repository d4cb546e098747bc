package io.loadstone.api.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.RateSweep;
import io.loadstone.api.quantity.Sweep;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadTest {
  @Test
  void atMostAMillionIoMayBeOutstandingInAll() {
    assertThat(new Load(Sweep.of(1000), Sweep.of(1000)).workers().max()).isEqualTo(1000);
    assertThatThrownBy(() -> new Load(Sweep.parse("1..1001"), Sweep.of(1000)))
        .isInstanceOf(InvalidValueException.class)
        .hasMessage(
            "\"1001 workers x 1000 outstanding\" is not allowed here; allowed: at most 1000000 I/Os"
                + " outstanding in all");
  }

  @Test
  void combinationsAreBoundedSoThatTheyCanBeCounted() {
    Sweep hundred = Sweep.parse("1..100");
    RateSweep rates = RateSweep.parse("1..100 step 1");
    assertThat(new Load(hundred, hundred, Optional.of(rates), Arrivals.POISSON).combinations())
        .isEqualTo(1_000_000);
    assertThatThrownBy(
            () ->
                new Load(
                    hundred,
                    hundred,
                    Optional.of(RateSweep.parse("1..101 step 1")),
                    Arrivals.POISSON))
        .hasMessageContaining("1010000 combinations of workers, outstanding and rate");
  }
}
