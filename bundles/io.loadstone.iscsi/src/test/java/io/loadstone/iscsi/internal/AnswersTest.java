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
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of all kinds, late ones and none, through the real library and a relay. */
@Timeout(60)
class AnswersTest {
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();
  private static final byte READ_16 = (byte) 0x88;
  private static final byte WRITE_16 = (byte) 0x8a;
  private static final byte INQUIRY = 0x12;
  private static final int EINVAL = -22;
  private static final int ECONNRESET = -104;
  private static final int ETIMEDOUT = -110;

  private final Completions done = new Completions();
  private @TempDir Path dir = Path.of("");
  private Tgtd server;
  private Relay relay;
  private int lun;

  @BeforeEach
  void startServers() throws IOException {
    server = new Tgtd();
    lun = server.add(PlainFile.make(dir.resolve("disk"), 1 << 20).path());
    relay = new Relay(server);
  }

  @AfterEach
  void endServers() throws IOException {
    try (Tgtd _ = server) { // none if it is not installed
      if (relay != null) {
        relay.close();
      }
    }
  }

  private IscsiTarget target(String... parameters) throws IOException {
    return Tgtd.target(Tgtd.uri(relay.portal(), lun, parameters));
  }

  private static IoQueue queue(IscsiTarget target, int depth) throws IOException {
    return new IscsiEngine().open(List.of(target), new QueueOptions(depth, 1 << 20, 4096));
  }

  private static Arguments sense(int key, int code, int qualifier, int errno) {
    return Arguments.of(Relay.checkCondition(key, code, qualifier), errno);
  }

  private static Arguments status(int status, int errno) {
    return Arguments.of(new byte[] {(byte) status}, errno);
  }

  // Of the kernel's scsi_check_sense() and scsi_result_to_blk_status(), and of errno.h.
  static Stream<Arguments> answers() {
    return Stream.of(
        sense(0x2, 0x04, 0x02, 5), // not ready: EIO
        sense(0x3, 0x11, 0x00, 61), // unrecovered read error: ENODATA
        sense(0x3, 0x0c, 0x00, 5), // write error: EIO
        sense(0x4, 0x44, 0x00, 121), // internal target failure: EREMOTEIO
        sense(0x5, 0x20, 0x00, 121), // invalid command: EREMOTEIO
        sense(0x5, 0x21, 0x00, 121), // block out of range: EREMOTEIO
        sense(0x5, 0x10, 0x01, 84), // protection information: EILSEQ
        sense(0x7, 0x27, 0x00, 121), // write protected: EREMOTEIO
        sense(0x7, 0x27, 0x07, 28), // space allocation failed: ENOSPC
        sense(0xb, 0x10, 0x01, 84), // protection information: EILSEQ
        sense(0xb, 0x47, 0x03, 5), // checksum error: EIO
        sense(0xd, 0x00, 0x00, 121), // volume overflow: EREMOTEIO
        status(0x08, 11), // busy: EAGAIN
        status(0x18, 52), // reservation conflict: EBADE
        status(0x28, 11), // task set full: EAGAIN
        status(0x30, 5), // ACA active: EIO
        status(0x40, 5)); // task aborted: EIO
  }

  @ParameterizedTest
  @MethodSource("answers")
  void anAnswerThatIsNotGoodIsTheKernelsErrorOfItsOperationAlone(byte[] answer, int errno)
      throws Exception {
    IscsiTarget target = target();
    AtomicInteger reads = new AtomicInteger();
    relay.answer(cdb -> cdb[0] == READ_16 && reads.incrementAndGet() % 3 == 0 ? answer : null);
    try (IoQueue queue = queue(target, 9)) {
      IntStream.range(0, 9).forEach(slot -> queue.offer(slot, 0, IoKind.READ, slot * 4096L, 4096));
      assertThat(queue.submitAndWait(9, LONG_ENOUGH_NS, done)).isEqualTo(9);
      assertThat(done.all()).filteredOn(c -> c.result() == -errno).hasSize(3);
      assertThat(done.all()).filteredOn(c -> c.result() == 4096).hasSize(6);
      assertThat(target.takeNotes()).hasSize(1);
      assertThat(target.lost()).isEmpty();
    }
  }

  @Test
  void aUnitAttentionIsAskedAgainAndToldIfItIsOfInterest() throws Exception {
    IscsiTarget target = target();
    AtomicInteger attentions = new AtomicInteger(2);
    relay.answer(
        cdb ->
            cdb[0] == READ_16
                ? switch (attentions.getAndDecrement()) {
                  case 2 -> Relay.checkCondition(6, 0x29, 0x07); // nexus loss occurred
                  case 1 -> Relay.checkCondition(6, 0x2a, 0x09); // capacity data has changed
                  default -> null;
                }
                : null);
    try (IoQueue queue = queue(target, 1)) {
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(0, 4096));
      assertThat(target.takeNotes()).singleElement().asString().contains("UNIT ATTENTION 2ah/09h");
    }
  }

  @Test
  void attentionsWithoutEndAreAnErrorInTheEnd() throws Exception {
    IscsiTarget target = target();
    relay.answer(cdb -> cdb[0] == READ_16 ? Relay.checkCondition(6, 0x29, 0) : null);
    try (IoQueue queue = queue(target, 1)) {
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(0, -5));
    }
  }

  @Test
  void whatIsLongerThanTheLunTakesAtOnceGoesInPieces() throws Exception {
    IscsiTarget real = target("connections=2");
    Lun lun = real.lun();
    Lun small =
        new Lun(
            lun.sizeBytes(),
            lun.blockBytes(),
            lun.physicalBlockBytes(),
            3 * 4096,
            false,
            lun.writeCache(),
            lun.product(),
            lun.worldWideName());
    IscsiTarget target = new IscsiTarget(real.name(), small);
    List<Integer> pieces = new CopyOnWriteArrayList<>();
    relay.answer(
        cdb -> {
          if (cdb[0] == READ_16 || cdb[0] == WRITE_16) {
            pieces.add(ByteBuffer.wrap(cdb).getInt(10));
          }
          return null;
        });
    byte[] content = new byte[65_536];
    new SplittableRandom(7).nextBytes(content);
    try (IoQueue queue = queue(target, 2)) {
      queue.buffer(0).asSlice(0, content.length).copyFrom(MemorySegment.ofArray(content));
      queue.offer(0, 0, IoKind.WRITE, 131_072, content.length);
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      // In blocks of 512 bytes: five times 12 KiB, and what is left of 64.
      assertThat(pieces).containsExactly(24, 24, 24, 24, 24, 8);
      byte[] file = Files.readAllBytes(dir.resolve("disk"));
      assertThat(Arrays.copyOfRange(file, 131_072, 196_608)).isEqualTo(content);
      queue.offer(1, 0, IoKind.READ, 131_072, content.length);
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(queue.buffer(1).asSlice(0, content.length).toArray(ValueLayout.JAVA_BYTE))
          .isEqualTo(content);
      assertThat(done.all()).extracting(Completion::result).containsOnly(content.length);
      // A piece that fails is the result of the whole.
      relay.answer(
          cdb ->
              cdb[0] == READ_16 && ByteBuffer.wrap(cdb).getLong(2) == 48
                  ? Relay.checkCondition(3, 0x11, 0)
                  : null);
      done.clear();
      queue.offer(0, 0, IoKind.READ, 0, content.length);
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(0, -61));
      assertThat(target.takeNotes())
          .hasSize(2)
          .first()
          .asString()
          .contains("at most 12KiB at once");
    }
  }

  // What has not left of such a write is still sent, from a slot that is used for others by then.
  @Test
  void aWriteThatIsRefusedBeforeAllOfItHasLeftHarmsNothing() throws Exception {
    IscsiTarget target = target();
    AtomicInteger writes = new AtomicInteger();
    relay.answer(
        cdb ->
            cdb[0] == WRITE_16 && writes.incrementAndGet() % 2 == 0
                ? Relay.checkCondition(7, 0x27, 0)
                : null);
    try (IoQueue queue = queue(target, 4)) {
      for (int round = 0; round < 20; round++) {
        done.clear();
        for (int slot = 0; slot < 4; slot++) {
          // Alternately more than the server takes at once, and little.
          int bytes = round % 2 == 0 ? 1 << 20 : 4096;
          queue.offer(slot, 0, IoKind.WRITE, 0, bytes);
        }
        assertThat(queue.submitAndWait(4, LONG_ENOUGH_NS, done)).isEqualTo(4);
        assertThat(done.all()).filteredOn(c -> c.result() == -121).hasSize(2);
      }
      assertThat(relay.early()).isEqualTo(20);
      // Told once, and no session was lost.
      assertThat(target.takeNotes()).hasSize(1);
    }
  }

  @Test
  void whatIsNoMultipleOfABlockIsRefusedAsADiskRefusesIt() throws Exception {
    IscsiTarget target = target();
    try (IoQueue queue = queue(target, 4)) {
      queue.offer(0, 0, IoKind.READ, 256, 512);
      queue.offer(1, 0, IoKind.WRITE, 512, 256);
      // Beyond the end as well: what is asked is wrong wherever it is.
      queue.offer(2, 0, IoKind.READ, target.sizeBytes() + 256, 512);
      queue.offer(3, 0, IoKind.WRITE, target.sizeBytes() + 256, 512);
      assertThat(queue.submitAndWait(4, LONG_ENOUGH_NS, done)).isEqualTo(4);
      assertThat(done.all()).extracting(Completion::result).containsOnly(EINVAL);
    }
  }

  @Test
  void aQuestionThatTheServerDoesNotKnowIsDoneWithout() throws Exception {
    relay.answer(
        cdb ->
            (cdb[0] == INQUIRY && cdb[1] == 1) || cdb[0] == 0x1a
                ? Relay.checkCondition(5, 0x24, 0)
                : null);
    assertThat(target().lun())
        .satisfies(
            known -> {
              assertThat(known.sizeBytes()).isEqualTo(1 << 20);
              assertThat(known.writeProtected()).isFalse();
              assertThat(known.writeCache()).isEmpty();
              assertThat(known.worldWideName()).isEmpty();
            });
  }

  @Test
  void aLunThatIsNotReadyIsRefusedWithItsWords() {
    relay.answer(cdb -> cdb[0] == 0 ? Relay.checkCondition(2, 0x3a, 0) : null);
    assertThatThrownBy(this::target)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("answers that LUN 1 is not ready: NOT READY 3ah/00h");
  }

  // ---- the network

  @Test
  void aResetFailsWhatIsInFlightAndTheSessionComesBack() throws Exception {
    IscsiTarget target = target("timeout=30s");
    try (IoQueue queue = queue(target, 3)) {
      relay.hold();
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      queue.offer(1, 0, IoKind.READ, 4096, 4096);
      assertThat(queue.submitAndWait(2, 50_000_000, done)).isZero();
      relay.reset();
      relay.letPass();
      assertThat(queue.submitAndWait(2, LONG_ENOUGH_NS, done)).isEqualTo(2);
      assertThat(done.all()).extracting(Completion::result).containsOnly(ECONNRESET);
      done.clear();
      queue.offer(2, 0, IoKind.READ, 0, 4096);
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(2, 4096));
      assertThat(target.takeNotes()).hasSize(2);
    }
  }

  @Test
  void aServerThatAsksAfterItsClientsAndServesNoneIsSilent() throws Exception {
    try (Tgtd asking = new Tgtd(",nop_interval=1,nop_count=100");
        Relay between = new Relay(asking)) {
      int disk = asking.add(PlainFile.make(dir.resolve("asking"), 1 << 20).path());
      IscsiTarget target = Tgtd.target(Tgtd.uri(between.portal(), disk, "timeout=2s"));
      try (IoQueue queue = queue(target, 1)) {
        between.hold();
        queue.offer(0, 0, IoKind.READ, 0, 4096);
        assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
        assertThat(done.only()).isEqualTo(new Completion(0, ETIMEDOUT));
        assertThat(between.asked()).isPositive();
        assertThat(target.lost().orElseThrow()).contains("has not answered for 2 s");
      }
    }
  }

  @Test
  void thirtyTwoReadsOnOneThreadTakeTheTimeOfOne() throws Exception {
    IscsiTarget target = target();
    Duration delay = Duration.ofMillis(100);
    try (IoQueue queue = queue(target, 32)) {
      relay.delay(delay);
      IntStream.range(0, 32).forEach(slot -> queue.offer(slot, 0, IoKind.READ, slot * 4096L, 4096));
      long beganNs = System.nanoTime();
      assertThat(queue.submitAndWait(32, LONG_ENOUGH_NS, done)).isEqualTo(32);
      // One after the other they would need 32 times the delay.
      assertThat(Duration.ofNanos(System.nanoTime() - beganNs))
          .isBetween(delay, delay.multipliedBy(16));
      assertThat(done.all()).extracting(Completion::result).containsOnly(4096);
    }
  }
}
