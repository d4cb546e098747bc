package io.loadstone.iscsi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.Completions.Completion;
import io.loadstone.testkit.PlainFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server that dies, hangs, throws its clients out, or takes a LUN away. */
@Timeout(60)
class ServerFaultsTest {
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();
  private static final int SIZE_BYTES = 1 << 20;
  // asm-generic/errno-base.h, asm-generic/errno.h
  private static final int ENXIO = -6;
  private static final int ENODATA = -61;
  private static final int ECONNRESET = -104;
  private static final int ETIMEDOUT = -110;
  private static final int EREMOTEIO = -121;

  private final Completions done = new Completions();
  private @TempDir Path dir = Path.of("");
  private Tgtd server;
  private Path file;
  private int lun;

  @BeforeEach
  void startServer() throws IOException {
    server = new Tgtd();
    file = PlainFile.make(dir.resolve("disk"), SIZE_BYTES).path();
    lun = server.add(file);
  }

  @AfterEach
  void endServer() throws IOException {
    if (server != null) { // or it is not installed
      server.close();
    }
  }

  private static IoQueue queue(IscsiTarget target, int depth) throws IOException {
    return new IscsiEngine().open(List.of(target), new QueueOptions(depth, 65_536, 4096));
  }

  private int resultOf(IoQueue queue, IoKind kind, long offsetBytes) throws IOException {
    done.clear();
    assertThat(queue.offer(0, 0, kind, offsetBytes, 4096)).isTrue();
    assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
    return done.only().result();
  }

  private void offerReads(IoQueue queue, int count) {
    for (int slot = 0; slot < count; slot++) {
      assertThat(queue.offer(slot, 0, IoKind.READ, slot * 4096L, 4096)).isTrue();
    }
  }

  private void waitForAll(IoQueue queue, int count) throws IOException {
    done.clear();
    int delivered = 0;
    while (delivered < count) {
      delivered += queue.submitAndWait(count - delivered, LONG_ENOUGH_NS, done);
    }
    assertThat(done.all()).hasSize(count);
  }

  // ---- killed

  @Test
  void aServerThatWasKilledEndsTheQueueWithAReasonThatNamesIt() throws Exception {
    IscsiTarget target = server.target(lun, "timeout=1s");
    try (IoQueue queue = queue(target, 4)) {
      assertThat(resultOf(queue, IoKind.READ, 0)).isEqualTo(4096);
      server.kill();
      offerReads(queue, 4);
      waitForAll(queue, 4);
      assertThat(done.all()).extracting(Completion::result).containsOnly(ECONNRESET);
      assertThat(target.lost()).isEmpty();
      offerReads(queue, 1);
      assertThatThrownBy(() -> queue.submitAndWait(1, LONG_ENOUGH_NS, done))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("The iSCSI server " + server.portal() + " of iscsi://")
          .hasMessageContaining(Tgtd.TARGET + "/1")
          .hasMessageContaining("was lost (ECONNRESET (104)")
          .hasMessageContaining("did not come back")
          .hasMessageContaining("ECONNREFUSED (111)");
      assertThat(target.lost().orElseThrow()).contains("ECONNREFUSED (111)");
      assertThat(target.takeNotes())
          .singleElement()
          .asString()
          .startsWith("The session with " + server.portal() + " was lost: ECONNRESET (104)");
    }
  }

  @Test
  void whatHadNotLeftWaitsForAServerThatComesBack() throws Exception {
    IscsiTarget target = server.target(lun, "timeout=30s");
    try (IoQueue queue = queue(target, 4)) {
      server.kill();
      assertThat(resultOf(queue, IoKind.READ, 0)).isEqualTo(ECONNRESET);
      offerReads(queue, 4);
      assertThat(queue.submitAndWait(4, 50_000_000, done)).isZero();
      server.restart();
      waitForAll(queue, 4);
      assertThat(done.all()).extracting(Completion::result).containsOnly(4096);
      assertThat(target.takeNotes())
          .hasSize(2)
          .last()
          .asString()
          .matches("The session with " + server.portal() + " is back after \\d+\\.\\d s");
      assertThat(target.lost()).isEmpty();
    }
  }

  @Test
  void aServerThatComesBackWithSomethingElseIsNotDriven() throws Exception {
    IscsiTarget target = server.target(lun, "timeout=30s");
    try (IoQueue queue = queue(target, 1)) {
      server.kill();
      assertThat(resultOf(queue, IoKind.READ, 0)).isEqualTo(ECONNRESET);
      PlainFile.make(file, 2 * SIZE_BYTES);
      server.restart();
      queue.offer(0, 0, IoKind.WRITE, 0, 4096);
      assertThatThrownBy(() -> queue.submitAndWait(1, LONG_ENOUGH_NS, done))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("serves something else now: 2097152 bytes")
          .hasMessageContaining("it was 1048576 bytes");
      assertThat(target.lost()).isPresent();
    }
  }

  // ---- stopped

  @Test
  void aServerThatGoesOnAfterAWhileIsWaitedFor() throws Exception {
    IscsiTarget target = server.target(lun, "timeout=30s");
    try (IoQueue queue = queue(target, 4)) {
      server.stop();
      offerReads(queue, 4);
      assertThat(queue.submitAndWait(4, 300_000_000, done)).isZero();
      server.goOn();
      waitForAll(queue, 4);
      assertThat(done.all()).extracting(Completion::result).containsOnly(4096);
      assertThat(target.takeNotes()).isEmpty();
    }
  }

  @Test
  void aServerThatHangsForTheTimeoutEndsTheQueue() throws Exception {
    IscsiTarget target = server.target(lun, "timeout=1s");
    try (IoQueue queue = queue(target, 2)) {
      server.stop();
      offerReads(queue, 2);
      long beganNs = System.nanoTime();
      waitForAll(queue, 2);
      assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(1_000_000_000);
      assertThat(done.all()).extracting(Completion::result).containsOnly(ETIMEDOUT);
      assertThatThrownBy(() -> queue.submitAndWait(0, 0, done))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(server.portal())
          .hasMessageContaining("has not answered for 1 s: ETIMEDOUT (110)");
    }
  }

  @Test
  void aServerThatHangsAtTheLoginEndsIt() throws Exception {
    server.stop();
    assertThatThrownBy(() -> server.target(lun, "timeout=1s"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("The iSCSI server " + server.portal())
        .hasMessageContaining("did not answer in time: ETIMEDOUT (110)");
  }

  // ---- thrown out

  @Test
  void aSessionThatTheServerEndedIsGotBack() throws Exception {
    IscsiTarget target = server.target(lun, "connections=2");
    try (IoQueue queue = queue(target, 4)) {
      assertThat(server.sessions()).isEqualTo(2);
      server.cut();
      offerReads(queue, 4);
      waitForAll(queue, 4);
      offerReads(queue, 4);
      waitForAll(queue, 4);
      assertThat(done.all()).extracting(Completion::result).containsOnly(4096);
      assertThat(target.takeNotes()).filteredOn(note -> note.contains("is back after")).hasSize(2);
      assertThat(server.sessions()).isEqualTo(2);
    }
    assertThat(server.sessions()).isZero();
  }

  // ---- the LUN

  @Test
  void aLunThatIsTakenAwayEndsTheQueue() throws Exception {
    IscsiTarget target = server.target(lun);
    try (IoQueue queue = queue(target, 1)) {
      assertThat(resultOf(queue, IoKind.READ, 0)).isEqualTo(4096);
      server.remove(lun);
      assertThat(resultOf(queue, IoKind.READ, 0)).isEqualTo(ENXIO);
      assertThatThrownBy(() -> queue.submitAndWait(0, 0, done))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(server.portal())
          .hasMessageContaining("has no LUN 1 any more: ILLEGAL REQUEST 25h/00h");
      assertThat(target.lost()).isPresent();
    }
  }

  @Test
  void aLunThatTurnsReadOnlyRefusesWritesWithTheKernelsError() throws Exception {
    IscsiTarget target = server.target(lun);
    try (IoQueue queue = queue(target, 1)) {
      assertThat(resultOf(queue, IoKind.WRITE, 0)).isEqualTo(4096);
      server.set(lun, "readonly=1");
      assertThat(resultOf(queue, IoKind.WRITE, 0)).isEqualTo(EREMOTEIO);
      assertThat(resultOf(queue, IoKind.WRITE, 0)).isEqualTo(EREMOTEIO);
      assertThat(resultOf(queue, IoKind.READ, 0)).isEqualTo(4096);
      // Once for each kind.
      assertThat(target.takeNotes())
          .singleElement()
          .asString()
          .contains("LUN 1 of " + server.portal() + " answered DATA PROTECT 27h/00h");
    }
  }

  @Test
  void aMediumThatCantBeReadIsNoDataAsWithTheKernel() throws Exception {
    IscsiTarget target = server.target(lun);
    try (IoQueue queue = queue(target, 1)) {
      PlainFile.make(file, SIZE_BYTES / 2);
      assertThat(resultOf(queue, IoKind.READ, 0)).isEqualTo(4096);
      assertThat(resultOf(queue, IoKind.READ, SIZE_BYTES / 2)).isEqualTo(ENODATA);
      assertThat(target.takeNotes()).singleElement().asString().contains("MEDIUM ERROR 11h/00h");
    }
  }
}
