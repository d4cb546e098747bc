package io.loadstone.iscsi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.testkit.Growth;
import io.loadstone.testkit.PlainFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of sessions that were opened, used, refused something, and closed. */
@Timeout(60)
class LeftBehindTest {
  private static final int CYCLES = 100;

  private @TempDir Path dir = Path.of("");

  // Each cycle has three sessions and sixteen commands; of the smallest of what they take from
  // malloc, a command, sixteen are 2816 bytes.
  @Test
  void aHundredSessionsLeaveNoDescriptorAndNoMemory() throws Exception {
    try (Tgtd server = new Tgtd();
        Relay relay = new Relay(server)) {
      int lun = server.add(PlainFile.make(dir.resolve("disk"), 1 << 20).path());
      relay.answer(cdb -> cdb[0] == (byte) 0x8a ? Relay.checkCondition(3, 0x0c, 0) : null);
      Growth grown =
          Growth.of(
              SessionCycles.class,
              Integer.toString(CYCLES),
              server.uri(lun, "connections=2").text(),
              Tgtd.uri(relay.portal(), lun).text());
      assertThat(grown.bytes()).isLessThan(CYCLES * 1024L);
      assertThat(grown.files()).isZero();
      assertThat(server.sessions()).isZero();
    }
  }
}
