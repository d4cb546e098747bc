package io.loadstone.api.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
  // One rule for every spelling (B001 to B009): only a prefix with a bare B is a power of 1000.
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "512, 512",
    "512B, 512",
    "512 b, 512",
    "4k, 4096",
    "4K, 4096",
    "4Ki, 4096",
    "4ki, 4096",
    "4KiB, 4096",
    "4kib, 4096",
    "4KB, 4000",
    "4kb, 4000",
    "4kB, 4000",
    "4Kb, 4000",
    "1M, 1048576",
    "1m, 1048576",
    "1Mi, 1048576",
    "1MiB, 1048576",
    "10MB, 10000000",
    "10mb, 10000000",
    "4G, 4294967296",
    "4Gi, 4294967296",
    "4GiB, 4294967296",
    "4GB, 4000000000",
    "1T, 1099511627776",
    "1Ti, 1099511627776",
    "1TiB, 1099511627776",
    "1TB, 1000000000000",
    "1P, 1125899906842624",
    "1Pi, 1125899906842624",
    "1PiB, 1125899906842624",
    "1PB, 1000000000000000",
    "0.5KiB, 512",
    "1.5GB, 1500000000",
    "'  8 KiB ', 8192",
    "9223372036854775807, 9223372036854775807",
  })
  void everySpellingMeansOneNumberOfBytes(String text, long bytes) {
    assertThat(Sizes.parseBytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "k", "KiB", "-1", "+1", "4 x", "4iB", "4i", "4KiBs", "4EiB", "1e3", "1,5k", "1.",
        ".5k", "4K iB", "0x10", "٤k", "NaN", "4k\n8k"
      })
  void whatIsNoSizeIsRefusedWithWhatIs(String text) {
    assertThatThrownBy(() -> Sizes.parseBytes(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageEndingWith(
            "is not allowed here; allowed: a size such as 512, 4KiB, 8k or 1MiB (powers of 1024), or"
                + " 10MB (powers of 1000)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.3KiB", "0.5", "1.0001k", "9223372036854775808", "8192PiB"})
  void brokenBytesAndTooManyAreRefused(String text) {
    assertThatThrownBy(() -> Sizes.parseBytes(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("in whole bytes up to 8 EiB");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "1000, 1000",
    "1024, 1KiB",
    "1536, 1536",
    "65536, 64KiB",
    "4294967296, 4GiB",
    "1152921504606846976, 1024PiB",
  })
  void theShortestExactTextIsInBinaryUnits(long bytes, String text) {
    assertThat(Sizes.format(bytes)).isEqualTo(text);
  }

  @Property
  void whatIsWrittenIsReadBack(@ForAll @LongRange(min = 0) long bytes) {
    assertThat(Sizes.parseBytes(Sizes.format(bytes))).isEqualTo(bytes);
    assertThat(Sizes.parseBytes(Sizes.format(bytes & -4096L))).isEqualTo(bytes & -4096L);
  }
}
