package io.loadstone.iscsi.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.testkit.PlainFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
      List<String> grown =
          run(
              Integer.toString(CYCLES),
              server.uri(lun, "connections=2").text(),
              Tgtd.uri(relay.portal(), lun).text());
      assertThat(Long.parseLong(grown.getFirst())).isLessThan(CYCLES * 1024L);
      assertThat(grown.getLast()).isEqualTo("0");
      assertThat(server.sessions()).isZero();
    }
  }

  // Without a compiler, whose own memory comes and goes by megabytes.
  private static List<String> run(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xint",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SessionCycles.class.getName()));
    command.addAll(List.of(arguments));
    Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(java.onExit().join().exitValue()).as(said).isZero();
    return List.of(said.strip().split(" ", -1));
  }
}
