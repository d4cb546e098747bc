package io.loadstone.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.engine.CompletionSink;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.testkit.Completions.Completion;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every engine must do. A subclass says how to make one, and with which targets if those of
 * the kit are not of its kind.
 */
@Timeout(120)
public abstract class IoEngineContract {
  private static final int BLOCK_BYTES = 4096;
  private static final int SIZE_BYTES = 1 << 20;
  // Errors are negated numbers of asm-generic/errno-base.h.
  private static final int EBADF = -9;
  private static final int OPENERS = 20;
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();

  /** A folder for this test's files. */
  @TempDir protected Path dir;

  private final Completions done = new Completions();
  private IoEngine engine;

  /** A new engine. */
  protected abstract IoEngine newEngine();

  /** A writable target of a size, all zeroes. */
  protected Target target(String name, long sizeBytes) throws IOException {
    return PlainFile.make(dir.resolve(name), sizeBytes);
  }

  /** The same target, not to be written. */
  protected Target readOnly(Target target) {
    return ((PlainFile) target).readOnly();
  }

  /** A target whose reads stay in flight until they are released. */
  protected Stalling stalling() throws Exception {
    NamedPipe pipe = new NamedPipe(dir.resolve("pipe"));
    return new Stalling() {
      @Override
      public Target target() {
        return pipe.target();
      }

      @Override
      public int releaseOne() throws IOException {
        pipe.write(new byte[100]);
        return 100;
      }
    };
  }

  /** See {@link #stalling}. */
  protected interface Stalling {
    /** The target. */
    Target target();

    /** Lets the only read of 512 bytes complete; returns what it moves. */
    int releaseOne() throws IOException;
  }

  /** Whether its targets are files that keep what is written; a simulated device keeps nothing. */
  protected boolean keepsData() {
    return newEngine().traits().performsIo();
  }

  @BeforeEach
  void needsAnAvailableEngine() {
    engine = newEngine();
    assumeTrue(
        engine.unavailable().isEmpty(),
        () -> engine.traits().name() + " is not available: " + engine.unavailable().orElseThrow());
  }

  private void needsRealIo() {
    assumeTrue(keepsData(), engine.traits().name() + " moves no data");
  }

  private static void needsAFile(Target target) {
    assumeTrue(target instanceof PlainFile, target.uri() + " is no file");
  }

  private void needsAsynchronousIo() {
    needsRealIo();
    assumeTrue(
        engine.traits().asynchronous(),
        engine.traits().name() + " is synchronous: it never leaves an operation in flight");
  }

  private static QueueOptions options(int depth) {
    return new QueueOptions(depth, 64 * 1024, BLOCK_BYTES);
  }

  private int someDepth() {
    return engine.traits().asynchronous() ? 8 : 1;
  }

  private IoQueue open(int depth, Target... targets) throws IOException {
    return engine.open(List.of(targets), options(depth));
  }

  // ---- traits and opening

  @Test
  void traitsAreAlwaysTheSameAndFitToBeShown() {
    assertThat(engine.traits()).isEqualTo(engine.traits()).isEqualTo(newEngine().traits());
    assertThat(engine.traits().name()).matches("[a-z][a-z0-9-]*");
    assertThat(engine.traits().description()).isNotBlank().doesNotContain("\n");
  }

  @Test
  void takesItsOwnKindOfTarget() throws Exception {
    assertThat(engine.refuses(target("t", SIZE_BYTES))).isEmpty();
  }

  @Test
  void aQueueNeedsATarget() {
    assertThatThrownBy(() -> open(1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTargetThatItRefusesIsNeverOpened() {
    Target alien = new AlienTarget();
    assumeTrue(engine.refuses(alien).isPresent(), engine.traits().name() + " drives any target");
    assertThat(engine.refuses(alien).orElseThrow()).contains("alien:");
    assertThatThrownBy(() -> open(1, alien)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSynchronousEngineHasOneSlot() throws Exception {
    assumeTrue(!engine.traits().asynchronous(), engine.traits().name() + " is asynchronous");
    Target target = target("t", SIZE_BYTES);
    assertThatThrownBy(() -> open(2, target)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aMissingFileIsAnErrorAndIsNotMade() throws Exception {
    needsRealIo();
    Target target = target("t", SIZE_BYTES);
    needsAFile(target);
    Path path = dir.resolve("t");
    Files.delete(path);
    assertThatThrownBy(() -> open(1, target))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("ENOENT (2)");
    assertThat(path).doesNotExist();
  }

  // Queues are opened anew for each step of a run, and a file may be renamed over the target.
  @Test
  void aFileThatTookThePlaceOfTheTargetIsNotOpened() throws Exception {
    needsRealIo();
    Target target = target("t", SIZE_BYTES);
    needsAFile(target);
    assertThatThrownBy(() -> open(1, new ReplacedFile((PlainFile) target)))
        .isInstanceOf(IOException.class)
        .hasMessage(dir.resolve("t").toRealPath() + " was replaced by another file");
  }

  // ---- slots and buffers

  @Test
  void hasTheDepthThatWasAskedFor() throws Exception {
    for (int depth : engine.traits().asynchronous() ? new int[] {1, 3, 32, 100} : new int[] {1}) {
      try (IoQueue queue = open(depth, target("t", SIZE_BYTES))) {
        assertThat(queue.depth()).isEqualTo(depth);
      }
    }
  }

  @Test
  void buffersAreAlignedApartAndAlwaysTheSame() throws Exception {
    QueueOptions options = new QueueOptions(someDepth(), 12_345, 8192);
    try (IoQueue queue = engine.open(List.of(target("t", SIZE_BYTES)), options)) {
      List<MemorySegment> buffers = new ArrayList<>();
      for (int slot = 0; slot < queue.depth(); slot++) {
        MemorySegment buffer = queue.buffer(slot);
        assertThat(queue.buffer(slot)).isSameAs(buffer);
        assertThat(buffer.byteSize()).isEqualTo(12_345);
        assertThat(buffer.address() % 8192).isZero();
        assertThat(buffers).allMatch(other -> other.asOverlappingSlice(buffer).isEmpty());
        buffers.add(buffer);
      }
    }
  }

  @Test
  void refusesAnOfferForASlotThatIsNotFree() throws Exception {
    try (IoQueue queue = open(someDepth(), target("t", SIZE_BYTES))) {
      assertThat(queue.offer(0, 0, IoKind.WRITE, 0, BLOCK_BYTES)).isTrue();
      assertThat(queue.offer(0, 0, IoKind.WRITE, BLOCK_BYTES, BLOCK_BYTES)).isFalse();
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(0, BLOCK_BYTES));
      assertThat(queue.offer(0, 0, IoKind.WRITE, BLOCK_BYTES, BLOCK_BYTES)).isTrue();
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
    }
  }

  @Test
  void refusesALengthThatReachesBeyondTheBuffer() throws Exception {
    QueueOptions options = new QueueOptions(someDepth(), 1024, 512);
    try (IoQueue queue = engine.open(List.of(target("t", SIZE_BYTES)), options)) {
      for (int lengthBytes : new int[] {1025, Integer.MAX_VALUE, -1}) {
        assertThatThrownBy(() -> queue.offer(0, 0, IoKind.READ, 0, lengthBytes))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(Integer.toString(lengthBytes))
            .hasMessageContaining("1024");
      }
      // The slot is as free as before.
      assertThat(queue.offer(0, 0, IoKind.READ, 0, 1024)).isTrue();
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(0, 1024));
    }
  }

  @Test
  void everySlotCanBeInFlightAtOnce() throws Exception {
    int depth = engine.traits().asynchronous() ? 64 : 1;
    try (IoQueue queue = open(depth, target("t", SIZE_BYTES))) {
      for (int slot = 0; slot < depth; slot++) {
        assertThat(queue.offer(slot, 0, IoKind.READ, slot * 512L, 512)).isTrue();
      }
      assertThat(queue.submitAndWait(depth, LONG_ENOUGH_NS, done)).isEqualTo(depth);
      assertThat(done.all().stream().map(Completion::slot).distinct()).hasSize(depth);
      assertThat(done.all()).allMatch(completion -> completion.result() == 512);
    }
  }

  @Test
  void anOfferReachesTheDeviceOnlyWhenSubmitted() throws Exception {
    needsRealIo();
    try (IoQueue queue = open(1, target("t", SIZE_BYTES))) {
      SectorStamps.stamp(queue.buffer(0), 0, BLOCK_BYTES, 1);
      queue.offer(0, 0, IoKind.WRITE, 0, BLOCK_BYTES);
      assertThat(Files.readAllBytes(dir.resolve("t"))).containsOnly(0);
      queue.submitAndWait(1, LONG_ENOUGH_NS, done);
      assertThat(Files.readAllBytes(dir.resolve("t"))).isNotEqualTo(new byte[SIZE_BYTES]);
    }
  }

  // ---- data

  @Test
  void whatIsWrittenIsReadBackFromWhereItWasWritten() throws Exception {
    needsRealIo();
    writeAndReadBack(target("t", SIZE_BYTES));
  }

  @Test
  void directIoMovesTheSameData() throws Exception {
    needsRealIo();
    Target target = target("t", SIZE_BYTES);
    needsAFile(target);
    PlainFile direct = ((PlainFile) target).past(BLOCK_BYTES);
    assumeTrue(
        engine.refuses(direct).isEmpty(),
        () -> engine.refuses(direct).orElse("drives it after all"));
    assumeTrue(canBeDirect(direct), "no direct I/O on the file system of " + dir);
    writeAndReadBack(direct);
  }

  private void writeAndReadBack(Target target) throws IOException {
    try (IoQueue queue = open(someDepth(), target)) {
      for (int slot = 0; slot < queue.depth(); slot++) {
        SectorStamps.fillRandom(queue.buffer(slot), slot);
      }
      transferEveryBlock(queue, IoKind.WRITE);
      for (int slot = 0; slot < queue.depth(); slot++) {
        queue.buffer(slot).fill((byte) 0);
      }
      transferEveryBlock(queue, IoKind.READ);
    }
    // Nobody but the JDK looks at the file here.
    MemorySegment content = MemorySegment.ofArray(Files.readAllBytes(dir.resolve("t")));
    assertThat(SectorStamps.firstWrong(content, 0, SIZE_BYTES)).isEqualTo(-1);
  }

  private void transferEveryBlock(IoQueue queue, IoKind kind) throws IOException {
    int depth = queue.depth();
    for (long base = 0; base < SIZE_BYTES; base += (long) depth * BLOCK_BYTES) {
      for (int slot = 0; slot < depth; slot++) {
        long offsetBytes = base + (long) slot * BLOCK_BYTES;
        if (kind == IoKind.WRITE) {
          SectorStamps.stamp(queue.buffer(slot), offsetBytes, BLOCK_BYTES, 7);
        }
        assertThat(queue.offer(slot, 0, kind, offsetBytes, BLOCK_BYTES)).isTrue();
      }
      done.clear();
      assertThat(queue.submitAndWait(depth, LONG_ENOUGH_NS, done)).isEqualTo(depth);
      assertThat(done.all()).allMatch(completion -> completion.result() == BLOCK_BYTES);
      for (int slot = 0; slot < depth; slot++) {
        assertThat(
                SectorStamps.firstWrong(
                    queue.buffer(slot), base + (long) slot * BLOCK_BYTES, BLOCK_BYTES))
            .isEqualTo(-1);
      }
    }
  }

  private boolean canBeDirect(PlainFile target) {
    try (IoQueue queue = open(1, target)) {
      return queue.depth() == 1;
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("EINVAL (22)");
      return false;
    }
  }

  @Test
  void drivesSeveralTargetsOnOneQueue() throws Exception {
    needsRealIo();
    try (IoQueue queue = open(1, target("a", SIZE_BYTES), target("b", SIZE_BYTES))) {
      MemorySegment buffer = queue.buffer(0);
      for (int target = 0; target < 2; target++) {
        buffer.fill((byte) ('a' + target));
        queue.offer(0, target, IoKind.WRITE, 8192, 512);
        queue.submitAndWait(1, LONG_ENOUGH_NS, done);
      }
      assertThat(Files.readAllBytes(dir.resolve("a"))[8192]).isEqualTo((byte) 'a');
      assertThat(Files.readAllBytes(dir.resolve("b"))[8192]).isEqualTo((byte) 'b');
      queue.offer(0, 0, IoKind.READ, 8192, 512);
      queue.submitAndWait(1, LONG_ENOUGH_NS, done);
      assertThat(buffer.get(ValueLayout.JAVA_BYTE, 511)).isEqualTo((byte) 'a');
    }
  }

  @Test
  void aFlushGivesZeroAndTheNextTransferIsUnharmed() throws Exception {
    try (IoQueue queue = open(1, target("t", SIZE_BYTES))) {
      for (IoKind kind : List.of(IoKind.WRITE, IoKind.FLUSH, IoKind.READ, IoKind.FLUSH)) {
        boolean flush = kind == IoKind.FLUSH;
        done.clear();
        assertThat(queue.offer(0, 0, kind, flush ? 0 : 512, flush ? 0 : 1024)).isTrue();
        assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
        assertThat(done.only()).isEqualTo(new Completion(0, flush ? 0 : 1024));
      }
    }
  }

  // ---- failures are data

  @Test
  void readsPastTheEndAreShortThenEmpty() throws Exception {
    needsRealIo();
    try (IoQueue queue = open(1, target("t", 10_000))) {
      assertThat(resultOf(queue, IoKind.READ, 8192, 4096)).isEqualTo(10_000 - 8192);
      assertThat(resultOf(queue, IoKind.READ, 16_384, 4096)).isZero();
    }
  }

  @Test
  void aFileThatIsCutOffReadsAsItsNewEnd() throws Exception {
    needsRealIo();
    Target target = target("t", SIZE_BYTES);
    needsAFile(target);
    try (IoQueue queue = open(1, target)) {
      assertThat(resultOf(queue, IoKind.READ, 8192, 4096)).isEqualTo(4096);
      PlainFile.make(dir.resolve("t"), 0);
      assertThat(resultOf(queue, IoKind.READ, 8192, 4096)).isZero();
    }
  }

  @Test
  void aWriteToAReadOnlyTargetIsANegatedErrno() throws Exception {
    needsRealIo();
    try (IoQueue queue = open(1, readOnly(target("t", SIZE_BYTES)))) {
      assertThat(resultOf(queue, IoKind.WRITE, 0, 512)).isEqualTo(EBADF);
      assertThat(resultOf(queue, IoKind.READ, 0, 512)).isEqualTo(512);
    }
  }

  private int resultOf(IoQueue queue, IoKind kind, long offsetBytes, int lengthBytes)
      throws IOException {
    done.clear();
    assertThat(queue.offer(0, 0, kind, offsetBytes, lengthBytes)).isTrue();
    assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
    assertThat(done.only().slot()).isZero();
    return done.only().result();
  }

  // ---- waiting

  @Test
  void aPollWithNothingInFlightReturnsAtOnce() throws Exception {
    try (IoQueue queue = open(someDepth(), target("t", SIZE_BYTES))) {
      assertThat(queue.submitAndWait(0, 0, done)).isZero();
      assertThat(queue.submitAndWait(0, LONG_ENOUGH_NS, done)).isZero();
      assertThat(done.all()).isEmpty();
    }
  }

  @Test
  void aPollNeverWaits() throws Exception {
    needsAsynchronousIo();
    Stalling stalling = stalling();
    try (IoQueue queue = open(2, stalling.target())) {
      queue.offer(0, 0, IoKind.READ, 0, 512);
      assertThat(queue.submitAndWait(0, LONG_ENOUGH_NS, done)).isZero();
      assertThat(queue.submitAndWait(1, 0, done)).isZero();
      assertThat(queue.submitAndWait(0, 0, done)).isZero();
      int bytes = stalling.releaseOne();
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(0, bytes));
    }
  }

  @Test
  void aWaitEndsWithItsTimeoutAndNotBefore() throws Exception {
    needsAsynchronousIo();
    Stalling stalling = stalling();
    try (IoQueue queue = open(2, stalling.target())) {
      queue.offer(0, 0, IoKind.READ, 0, 512);
      // First with the submission in the same call, then without.
      for (int round = 0; round < 2; round++) {
        long beganNs = System.nanoTime();
        assertThat(queue.submitAndWait(1, 50_000_000, done)).isZero();
        assertThat(System.nanoTime() - beganNs).isBetween(50_000_000L, LONG_ENOUGH_NS);
      }
    }
  }

  @Test
  void deliversWhatIsThereWhenTheTimeIsOver() throws Exception {
    needsAsynchronousIo();
    Stalling stalling = stalling();
    try (IoQueue queue = open(4, stalling.target(), target("t", SIZE_BYTES))) {
      queue.offer(0, 0, IoKind.READ, 0, 512);
      queue.offer(1, 1, IoKind.READ, 0, 512);
      queue.offer(2, 1, IoKind.READ, 512, 512);
      assertThat(queue.submitAndWait(3, 200_000_000, done)).isEqualTo(2);
      assertThat(done.all()).extracting(Completion::slot).containsExactlyInAnyOrder(1, 2);
      assertThat(queue.offer(0, 1, IoKind.READ, 0, 512)).isFalse();
      assertThat(queue.offer(1, 1, IoKind.READ, 0, 512)).isTrue();
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
    }
  }

  @Test
  void everyOperationCompletesOnceWhateverTheOrderOfCalls() throws Exception {
    SplittableRandom random = new SplittableRandom(20_261_130);
    try (IoQueue queue = open(someDepth(), target("t", SIZE_BYTES))) {
      int depth = queue.depth();
      int[] inFlight = new int[depth];
      CompletionSink sink =
          (slot, result) -> {
            assertThat(result).isEqualTo(512);
            inFlight[slot]--;
          };
      for (int call = 0; call < 20_000; call++) {
        int slot = random.nextInt(depth);
        IoKind kind = random.nextBoolean() ? IoKind.READ : IoKind.WRITE;
        boolean taken = queue.offer(slot, 0, kind, random.nextInt(SIZE_BYTES - 512), 512);
        assertThat(taken).isEqualTo(inFlight[slot] == 0);
        inFlight[slot] = 1;
        if (random.nextInt(3) == 0) {
          int before = IntStream.of(inFlight).sum();
          int atLeast = random.nextInt(before + 1);
          long timeoutNs = random.nextBoolean() ? 0 : LONG_ENOUGH_NS;
          int delivered = queue.submitAndWait(atLeast, timeoutNs, sink);
          assertThat(IntStream.of(inFlight).sum()).isEqualTo(before - delivered);
          assertThat(delivered).isGreaterThanOrEqualTo(timeoutNs == 0 ? 0 : atLeast);
        }
      }
      queue.submitAndWait(IntStream.of(inFlight).sum(), LONG_ENOUGH_NS, sink);
      assertThat(inFlight).containsOnly(0);
    }
  }

  // B193
  @Test
  void anInterruptOfTheThreadHarmsNoOperation() throws Exception {
    try (IoQueue queue = open(1, target("t", SIZE_BYTES))) {
      Thread.currentThread().interrupt();
      try {
        assertThat(resultOf(queue, IoKind.WRITE, 0, 512)).isEqualTo(512);
        assertThat(resultOf(queue, IoKind.READ, 0, 512)).isEqualTo(512);
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(resultOf(queue, IoKind.READ, 0, 512)).isEqualTo(512);
    }
  }

  // ---- closing

  @Test
  void closeIsSafeToRepeatAndEndsTheBuffers() throws Exception {
    IoQueue queue = open(someDepth(), target("t", SIZE_BYTES));
    MemorySegment buffer = queue.buffer(0);
    queue.close();
    queue.close();
    assertThatThrownBy(() -> buffer.get(ValueLayout.JAVA_BYTE, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closeWithOffersThatWereNotSubmittedDoesNothingToTheDevice() throws Exception {
    IoQueue queue = open(someDepth(), target("t", SIZE_BYTES));
    queue.buffer(0).fill((byte) 1);
    queue.offer(0, 0, IoKind.WRITE, 0, 512);
    queue.close();
    if (keepsData()) {
      assertThat(Files.readAllBytes(dir.resolve("t"))).containsOnly(0);
    }
  }

  // B121
  @Test
  void closeCancelsWhatIsInFlight() throws Exception {
    needsAsynchronousIo();
    Stalling stalling = stalling();
    IoQueue queue = open(8, stalling.target());
    for (int slot = 0; slot < 8; slot++) {
      queue.offer(slot, 0, IoKind.READ, 0, 512);
    }
    queue.submitAndWait(0, 0, done);
    queue.close();
    assertThat(done.all()).isEmpty();
  }

  @Test
  void closeIsSafeInTheMiddleOfTransfers() throws Exception {
    Target target = target("t", SIZE_BYTES);
    for (int round = 0; round < 50; round++) {
      IoQueue queue = open(someDepth(), target);
      for (int slot = 0; slot < queue.depth(); slot++) {
        IoKind kind = slot % 2 == 0 ? IoKind.WRITE : IoKind.READ;
        queue.offer(slot, 0, kind, slot * 65_536L, 65_536);
      }
      queue.submitAndWait(0, 0, done);
      queue.close();
    }
  }

  // B195
  @Test
  void aThousandQueuesLeaveNothingBehind() throws Exception {
    Target target = target("t", SIZE_BYTES);
    openUseAndClose(target, 1);
    long filesBefore = openFiles();
    long mappingsBefore = mappings();
    openUseAndClose(target, 1000 / OPENERS);
    assertThat(openFiles()).isEqualTo(filesBefore);
    // The JVM itself maps a few pieces for its own purposes.
    assertThat(mappings() - mappingsBefore).isLessThan(200);
  }

  // By several threads, since a kernel may take 30 ms to close a queue, but several at once.
  private void openUseAndClose(Target target, int timesEach) throws Exception {
    Callable<Void> opener =
        () -> {
          for (int i = 0; i < timesEach; i++) {
            try (IoQueue queue = open(someDepth(), target)) {
              queue.offer(0, 0, IoKind.READ, 0, 512);
              assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, new Completions())).isEqualTo(1);
            }
          }
          return null;
        };
    try (ExecutorService openers = Executors.newFixedThreadPool(OPENERS)) {
      for (Future<Void> ended : openers.invokeAll(Collections.nCopies(OPENERS, opener))) {
        ended.get();
      }
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  private static long mappings() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.count();
    }
  }

  // ---- threads and heap

  @Test
  void aQueueIsConfinedToItsThread() throws Exception {
    try (IoQueue queue = open(someDepth(), target("t", SIZE_BYTES))) {
      MemorySegment buffer = queue.buffer(0);
      assertThat(thrownElsewhere(() -> buffer.get(ValueLayout.JAVA_BYTE, 0)))
          .isInstanceOf(WrongThreadException.class);
      assertThat(thrownElsewhere(queue::close)).isInstanceOf(WrongThreadException.class);
      // And it is unharmed.
      queue.offer(0, 0, IoKind.READ, 0, 512);
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
    }
  }

  private static @Nullable Throwable thrownElsewhere(Runnable action) throws InterruptedException {
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    Thread thread =
        Thread.ofPlatform().uncaughtExceptionHandler((t, e) -> thrown.set(e)).start(action);
    thread.join();
    return thrown.get();
  }

  /** Why the hot path can't but allocate on these targets; empty, the rule, if it does not. */
  protected Optional<String> allocates() {
    return Optional.empty();
  }

  @Test
  void theHotPathDoesNotAllocate() throws Exception {
    assumeTrue(allocates().isEmpty(), () -> allocates().orElse(""));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (IoQueue queue = open(someDepth(), target("t", SIZE_BYTES))) {
      Tally tally = new Tally();
      long allocated = Long.MAX_VALUE;
      // Interpreted code may allocate; rounds go on until the compiler has done its work.
      long beganNs = System.nanoTime();
      while (allocated != 0 && System.nanoTime() - beganNs < LONG_ENOUGH_NS) {
        long before = threads.getCurrentThreadAllocatedBytes();
        drive(queue, 2_000, tally);
        allocated = threads.getCurrentThreadAllocatedBytes() - before;
      }
      assertThat(allocated).isZero();
      assertThat(tally.failed).isZero();
    }
  }

  private static void drive(IoQueue queue, int batches, Tally tally) throws IOException {
    int depth = queue.depth();
    for (int batch = 0; batch < batches; batch++) {
      for (int slot = 0; slot < depth; slot++) {
        IoKind kind = ((batch + slot) & 3) == 0 ? IoKind.WRITE : IoKind.READ;
        queue.offer(slot, 0, kind, (long) slot * BLOCK_BYTES, BLOCK_BYTES);
      }
      // Some come back while polling, the rest while waiting.
      int delivered = queue.submitAndWait(0, 0, tally);
      queue.submitAndWait(depth - delivered, LONG_ENOUGH_NS, tally);
    }
  }

  private static final class Tally implements CompletionSink {
    int failed;

    @Override
    public void completed(int slot, int result) {
      if (result != BLOCK_BYTES) {
        failed++;
      }
    }
  }
}
