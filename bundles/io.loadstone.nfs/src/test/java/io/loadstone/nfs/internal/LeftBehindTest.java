package io.loadstone.nfs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.testkit.Growth;
import io.loadstone.testkit.PlainFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of connections that were opened, used, refused something, and closed. */
@Timeout(60)
class LeftBehindTest {
  private static final int CYCLES = 100;

  private @TempDir Path export = Path.of("");

  // Each cycle has three connections and sixteen requests; of the smallest of what they take from
  // malloc, what the library keeps of a request, sixteen are more than 1 KiB.
  @Test
  void aHundredQueuesLeaveNoDescriptorNoThreadAndNoMemory() throws Exception {
    PlainFile.make(export.resolve("t"), 1 << 20);
    try (Ganesha server = new Ganesha(export)) {
      Growth grown =
          Growth.of(
              QueueCycles.class,
              Integer.toString(CYCLES),
              server.uri("t", "nconnect=2").text(),
              server.uri("nothing").text());
      assertThat(grown.bytes()).isLessThan(CYCLES * 1024L);
      assertThat(grown.files()).isZero();
      assertThat(grown.threads()).isZero();
    }
  }
}
