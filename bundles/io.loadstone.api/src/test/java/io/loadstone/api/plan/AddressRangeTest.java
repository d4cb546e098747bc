package io.loadstone.api.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AddressRange.Bound;
import io.loadstone.api.plan.AddressRange.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressRangeTest {
  // The bounds of B025: percent of an odd number of MiB, resolved to the byte; whoever uses them
  // aligns them down.
  @ParameterizedTest
  @CsvSource({
    "50, 1073741824, 536870912",
    "57, 100, 57",
    "29, 100, 29",
    "30, 103809024, 31142707",
    "1, 103809024, 1038090",
    "33.3, 1000, 333",
    "100, 9223372036854775807, 9223372036854775807",
    "0, 4096, 0",
  })
  void percentAreOfTheTargetsSizeInWholeBytesBelow(double percent, long size, long bytes) {
    assertThat(new Bound(Unit.PERCENT, percent).resolveBytes(size)).isEqualTo(bytes);
  }

  @Test
  void bytesAreBytes() {
    assertThat(new Bound(Unit.BYTES, 1L << 50).resolveBytes(4096)).isEqualTo(1L << 50);
  }

  @Test
  void theWholeTargetIsFromItsFirstByteToItsLast() {
    assertThat(AddressRange.WHOLE.from().resolveBytes(12345)).isZero();
    assertThat(AddressRange.WHOLE.to().resolveBytes(12345)).isEqualTo(12345);
  }
}
