package io.loadstone.nfs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.testkit.PlainFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a real server's end, silence and return do to a queue. */
@Timeout(60)
class ServerFaultsTest {
  private static final long LONG_NS = Duration.ofSeconds(20).toNanos();

  @TempDir Path export;
  private Ganesha server;

  @BeforeEach
  void startServer() throws IOException {
    server = new Ganesha(export);
    PlainFile.make(export.resolve("t"), 1 << 20);
  }

  @AfterEach
  void endServer() throws IOException {
    if (server != null) { // or it is not installed
      server.close();
    }
  }

  private static IoQueue queue(NfsTarget target, int depth) throws IOException {
    return NfsQueue.open(List.of(target), new QueueOptions(depth, 4096, 4096));
  }

  @Test
  void everyOfferIsInFlightAtOnceWhileTheServerIsStopped() throws Exception {
    try (IoQueue queue = queue(Ganesha.target(server.uri("t"), true), 32)) {
      server.stop();
      for (int slot = 0; slot < 32; slot++) {
        assertThat(queue.offer(slot, 0, IoKind.READ, slot * 4096L, 4096)).isTrue();
      }
      assertThat(queue.submitAndWait(1, 200_000_000, (_, _) -> {})).isZero();
      server.goOn();
      List<Integer> results = new ArrayList<>();
      for (int done = 0; done < 32; ) {
        done += queue.submitAndWait(32 - done, LONG_NS, (_, result) -> results.add(result));
      }
      assertThat(results).hasSize(32).containsOnly(4096);
    }
  }

  @Test
  void aServerThatIsSilentEndsItInItsTime() throws Exception {
    NfsTarget target = Ganesha.target(server.uri("t", "timeout=1s"), true);
    try (IoQueue queue = queue(target, 1)) {
      server.stop();
      List<Integer> results = new ArrayList<>();
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      queue.submitAndWait(1, LONG_NS, (_, result) -> results.add(result));
      assertThat(results).containsExactly(-Errno.ETIMEDOUT.number());
      assertThatThrownBy(() -> queue.submitAndWait(1, LONG_NS, (_, _) -> {}))
          .hasMessageContaining("127.0.0.1:" + server.port())
          .hasMessageContaining("has not answered for 1 s");
      assertThat(target.lost().orElseThrow()).contains("ETIMEDOUT");
      server.goOn();
    }
  }

  @Test
  void aServerThatIsGoneEndsItInItsTime() throws Exception {
    NfsTarget target = Ganesha.target(server.uri("t", "timeout=1s"), true);
    try (IoQueue queue = queue(target, 1)) {
      server.kill();
      assertThatThrownBy(
              () -> {
                while (true) {
                  queue.offer(0, 0, IoKind.READ, 0, 4096);
                  queue.submitAndWait(1, LONG_NS, (_, _) -> {});
                }
              })
          .isInstanceOf(IOException.class)
          .hasMessageContaining("127.0.0.1:" + server.port())
          .hasMessageContaining("did not come back")
          .hasMessageContaining("Connection refused(111)");
    }
  }

  @Test
  void aServerThatComesBackIsOnTheTimeLine() throws Exception {
    NfsTarget target = Ganesha.target(server.uri("t", "timeout=20s", "nconnect=2"), true);
    try (IoQueue queue = queue(target, 1)) {
      server.kill();
      queue.offer(0, 0, IoKind.WRITE, 0, 4096);
      List<Integer> results = new ArrayList<>();
      queue.submitAndWait(1, 500_000_000, (_, result) -> results.add(result));
      server.restart();
      while (!results.contains(4096)) {
        queue.offer(0, 0, IoKind.WRITE, 0, 4096);
        queue.submitAndWait(1, LONG_NS, (_, result) -> results.add(result));
      }
      assertThat(target.takeNotes())
          .anySatisfy(note -> assertThat(note).contains("was lost"))
          .anySatisfy(note -> assertThat(note).contains("is back after"));
    }
  }

  @Test
  void whatIsInFlightWhenTheServerDiesFailsAsReset() throws Exception {
    NfsTarget target = Ganesha.target(server.uri("t", "timeout=30s"), true);
    try (IoQueue queue = queue(target, 4)) {
      server.stop();
      for (int slot = 0; slot < 4; slot++) {
        IoKind kind = slot < 2 ? IoKind.READ : IoKind.WRITE;
        queue.offer(slot, 0, kind, slot * 4096L, 4096);
      }
      assertThat(queue.submitAndWait(1, 50_000_000, (_, _) -> {})).isZero();
      server.kill();
      List<Integer> results = new ArrayList<>();
      for (int done = 0; done < 4; ) {
        done += queue.submitAndWait(4 - done, LONG_NS, (_, result) -> results.add(result));
      }
      assertThat(results).hasSize(4).containsOnly(-Errno.ECONNRESET.number());
      assertThat(target.lost()).isEmpty();
    }
  }

  @Test
  void aServerThatHangsWhileItIsLookedAtEndsIt() throws Exception {
    server.stop();
    assertThatThrownBy(() -> Ganesha.target(server.uri("t", "timeout=1s"), true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("The NFS server 127.0.0.1:" + server.port())
        .hasMessageContaining("did not answer in time: ETIMEDOUT (110)");
    server.goOn();
  }

  @Test
  void aFileThatIsNoMoreThereAfterARestartEndsIt() throws Exception {
    NfsTarget target = Ganesha.target(server.uri("t", "timeout=2s"), true);
    try (IoQueue queue = queue(target, 1)) {
      server.kill();
      Files.delete(export.resolve("t"));
      server.restart();
      assertThatThrownBy(
              () -> {
                while (true) {
                  queue.offer(0, 0, IoKind.READ, 0, 4096);
                  queue.submitAndWait(1, LONG_NS, (_, _) -> {});
                }
              })
          .isInstanceOf(IOException.class)
          .hasMessageContaining("did not come back")
          .hasMessageContaining("does not open /export/t: ENOENT (2)");
      assertThat(target.lost()).isPresent();
    }
  }

  @Test
  void anotherFileOfTheSameNameIsNotDriven() throws Exception {
    NfsTarget target = Ganesha.target(server.uri("t"), true);
    // As long as it runs, it believes for a while that the file is still there.
    server.kill();
    PlainFile.make(export.resolve("other"), 1 << 20);
    Files.move(export.resolve("other"), export.resolve("t"), StandardCopyOption.ATOMIC_MOVE);
    server.restart();
    assertThatThrownBy(() -> queue(target, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("The NFS server 127.0.0.1:" + server.port())
        .hasMessageContaining("has another file under that name now");
  }

  @Test
  void anotherFileOfTheSameNameAfterARestartEndsIt() throws Exception {
    NfsTarget target = Ganesha.target(server.uri("t"), true);
    try (IoQueue queue = queue(target, 1)) {
      server.kill();
      PlainFile.make(export.resolve("other"), 1 << 20);
      Files.move(export.resolve("other"), export.resolve("t"), StandardCopyOption.ATOMIC_MOVE);
      server.restart();
      assertThatThrownBy(
              () -> {
                while (true) {
                  queue.offer(0, 0, IoKind.WRITE, 0, 4096);
                  queue.submitAndWait(1, LONG_NS, (_, _) -> {});
                }
              })
          .isInstanceOf(IOException.class)
          .hasMessageContaining("has another file under that name now");
      assertThat(target.lost()).isPresent();
    }
  }
}
