package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

/**
 * A command that ended.
 *
 * @param command as it was started
 * @param status its exit status; 128 and the number of the signal that killed it
 * @param out what it wrote on standard output
 * @param err what it wrote on standard error
 * @param took from its start to its end
 */
record Ended(List<String> command, int status, String out, String err, Duration took) {

  /** Both outputs. */
  String said() {
    return out + err;
  }

  /** Holds it against the exit status that is right; a failure shows everything. */
  Ended expect(int rightStatus) {
    assertThat(status).as(toString()).isEqualTo(rightStatus);
    return saysNothingForProgrammers();
  }

  /** What a person gets is a sentence, whatever went wrong. */
  Ended saysNothingForProgrammers() {
    assertThat(said()).as(toString()).doesNotContain("\tat ").doesNotContain("Exception");
    return this;
  }

  @Override
  public String toString() {
    return "%s%nended with %d after %d ms%n--- out%n%s--- err%n%s---"
        .formatted(String.join(" ", command), status, took.toMillis(), out, err);
  }
}
