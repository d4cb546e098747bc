package io.loadstone.api.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownNamesTest {
  private static final List<String> KNOWN =
      List.of("name", "blockSize", "read", "random", "runTime", "rampUp", "workers", "outstanding");

  @ParameterizedTest
  @CsvSource({
    "nmae, name",
    "NAME, name",
    "blocksize, blockSize",
    "size, blockSize",
    "raed, read",
    "reads, read",
    "radnom, random",
    "time, runTime",
    "ramp_up, rampUp",
    "worker, workers",
    "outstandng, outstanding",
  })
  void theNearestNameIsFound(String written, String meant) {
    assertThat(KnownNames.nearest(written, KNOWN)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"zzzzzzzz", "iodepth", "''"})
  void aNameFarFromAllHasNoNearest(String written) {
    assertThat(KnownNames.nearest(written, KNOWN)).isEmpty();
  }

  @Test
  void amongNoNamesThereIsNone() {
    assertThat(KnownNames.nearest("name", List.of())).isEmpty();
  }

  @Test
  void aVeryLongNameIsNotCompared() {
    assertThat(KnownNames.nearest("name".repeat(100_000), KNOWN)).isEmpty();
  }
}
