package io.loadstone.api.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatencyUnitTest {
  @Test
  void theUnitFollowsTheLargestValue() {
    assertThat(LatencyUnit.fit(9_999_999).withUnit(123_456)).isEqualTo("123.5 us");
    assertThat(LatencyUnit.fit(10_000_000).withUnit(12_345_678)).isEqualTo("12.346 ms");
    assertThat(LatencyUnit.fit(100e9).withUnit(123e9)).isEqualTo("123.000 s");
  }
}
