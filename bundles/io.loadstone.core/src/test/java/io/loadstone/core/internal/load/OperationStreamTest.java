package io.loadstone.core.internal.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Sequence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class OperationStreamTest {
  private static final long MIB = 1 << 20;

  private record Operation(int target, IoKind kind, long offset, int length) {}

  private static AccessLine line(int size, double share, double read, double random, int align) {
    return new AccessLine(size, share, read, random, 1, Duration.ZERO, align);
  }

  private static AccessSpecification specification(
      Distribution distribution, AddressRange range, int streams, AccessLine... lines) {
    return new AccessSpecification("w", List.of(lines), distribution, range, streams);
  }

  private static OperationStream stream(
      AccessSpecification specification, long seed, int worker, int workers, long... sizes) {
    AccessPattern pattern =
        new AccessPattern(specification, java.util.Arrays.stream(sizes).boxed().toList());
    return new OperationStream(
        pattern, new SharedPlaces(pattern, workers, false, seed), seed, worker, 0);
  }

  private static List<Operation> take(OperationStream stream, int count) {
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      stream.next();
      operations.add(
          new Operation(stream.target, stream.kind, stream.offsetBytes, stream.lengthBytes));
    }
    return operations;
  }

  @Property(tries = 200)
  void everyOperationIsAlignedAndInsideTheRange(
      @ForAll @IntRange(min = 1, max = 64) int sectors,
      @ForAll @IntRange(min = 1, max = 16) int alignSectors,
      @ForAll @DoubleRange(min = 0, max = 60) double fromPercent,
      @ForAll @DoubleRange(min = 0, max = 100) double randomPercent,
      @ForAll @IntRange(min = 1, max = 5) int streams,
      @ForAll @LongRange(min = 1, max = 3000) long extraBytes,
      @ForAll long seed) {
    long size = MIB + extraBytes;
    int align = alignSectors * 512;
    AddressRange range =
        new AddressRange(
            new AddressRange.Bound(AddressRange.Unit.PERCENT, fromPercent),
            new AddressRange.Bound(AddressRange.Unit.PERCENT, 95));
    AccessSpecification specification =
        specification(
            Distribution.UNIFORM,
            range,
            streams,
            line(sectors * 512, 70, 50, randomPercent, align),
            line(512, 30, 50, randomPercent, 512));
    long from = (long) (size * (fromPercent / 100));
    long to = (long) (size * 0.95);

    assertThat(take(stream(specification, seed, 1, 3, size, 2 * size), 500))
        .allSatisfy(
            o -> {
              long scale = o.target() + 1L;
              assertThat(o.offset() % (o.length() == 512 ? 512 : align)).isZero();
              assertThat(o.offset()).isGreaterThanOrEqualTo(scale * from - align);
              assertThat(o.offset() + o.length()).isLessThanOrEqualTo(scale * to + scale);
            });
  }

  static List<Distribution> distributions() {
    return List.of(
        Distribution.UNIFORM,
        Distribution.FULL_COVERAGE,
        Distribution.parse("zipf(1.1)"),
        Distribution.parse("zipf(0.7 clustered)"),
        Distribution.parse("pareto(0.1)"),
        Distribution.parse("normal(20% 40%)"),
        Distribution.parse("zones(70%/20% 10%/40% 20%/40%)"));
  }

  @Property(tries = 200)
  void everyOperationOfEveryDistributionAndSequenceIsAlignedAndInsideTheRange(
      @ForAll @IntRange(min = 0, max = 6) int distribution,
      @ForAll @IntRange(min = 0, max = 2) int sequence,
      @ForAll @IntRange(min = 1, max = 9) int sectors,
      @ForAll @DoubleRange(min = 0, max = 100) double randomPercent,
      @ForAll @LongRange(min = 100_000, max = 5_000_000) long size,
      @ForAll @IntRange(min = 1, max = 3) int streams,
      @ForAll long seed) {
    int block = sectors * 512;
    long from = size / 4;
    AccessSpecification specification =
        new AccessSpecification(
            "w",
            List.of(line(block, 100, 50, randomPercent, 512)),
            distributions().get(distribution),
            new AddressRange(
                new AddressRange.Bound(AddressRange.Unit.BYTES, from),
                new AddressRange.Bound(AddressRange.Unit.PERCENT, 100)),
            streams,
            List.of(Sequence.FORWARD, Sequence.BACKWARD, new Sequence.Strided(block * 3L))
                .get(sequence),
            DataContent.UNIQUE);

    List<Operation> once = take(stream(specification, seed, 1, 2, size, size), 400);
    assertThat(once)
        .allSatisfy(
            o -> {
              assertThat(o.offset() % 512).isZero();
              assertThat(o.offset()).isGreaterThan(from - 512);
              assertThat(o.offset() + o.length()).isLessThanOrEqualTo(size);
            });
    assertThat(take(stream(specification, seed, 1, 2, size, size), 400)).isEqualTo(once);
  }

  @Example
  void aBackwardStreamEndsWhereTheOneBeforeBeganAndWrapsToTheEnd() {
    assertThat(offsets(Sequence.BACKWARD, 1, 10 * 512 + 100, 12, line(1024, 100, 100, 0, 512)))
        .containsExactly(8L, 6L, 4L, 2L, 0L, 8L, 6L, 4L, 2L, 0L, 8L, 6L);
    // Streams of a worker start evenly spread, each at the end of its part.
    assertThat(offsets(Sequence.BACKWARD, 2, 8 * 512, 6, line(512, 100, 100, 0, 512)))
        .containsExactly(7L, 3L, 6L, 2L, 5L, 1L);
  }

  @Example
  void aStridedStreamGoesColumnByColumnUntilEveryPlaceHadItsTurn() {
    assertThat(offsets(new Sequence.Strided(4 * 512), 1, 10 * 512, 12, line(512, 100, 100, 0, 512)))
        .containsExactly(0L, 4L, 8L, 1L, 5L, 9L, 2L, 6L, 3L, 7L, 0L, 4L);
    assertThat(offsets(new Sequence.Strided(4 * 512), 1, 10 * 512, 8, line(1024, 100, 100, 0, 512)))
        .containsExactly(0L, 4L, 8L, 2L, 6L, 0L, 4L, 8L);
  }

  private static List<Long> offsets(
      Sequence sequence, int streams, long size, int count, AccessLine line) {
    AccessSpecification specification =
        new AccessSpecification(
            "w",
            List.of(line),
            Distribution.UNIFORM,
            AddressRange.WHOLE,
            streams,
            sequence,
            DataContent.UNIQUE);
    return take(stream(specification, 1, 0, 1, size), count).stream()
        .map(o -> o.offset() / 512)
        .toList();
  }

  @Example
  void hotPlacesStayTheSameFromStepToStepWhileTheOrderOfVisitsDiffers() {
    AccessSpecification specification =
        specification(
            Distribution.parse("zipf(2)"), AddressRange.WHOLE, 1, line(512, 100, 100, 100, 512));

    assertThat(hottest(stream(specification, 1, 0, 1, 64 * MIB)))
        .isEqualTo(hottest(stream(specification, 2, 0, 1, 64 * MIB)));
    assertThat(take(stream(specification, 1, 0, 1, 64 * MIB), 50))
        .isNotEqualTo(take(stream(specification, 2, 0, 1, 64 * MIB), 50));
  }

  private static long hottest(OperationStream stream) {
    Map<Long, Integer> counts = new HashMap<>();
    take(stream, 500).forEach(o -> counts.merge(o.offset(), 1, Integer::sum));
    return counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  @Property(tries = 50)
  void fullCoverageGoesToEveryPlaceOnceBeforeAnyComesAgain(
      @ForAll @IntRange(min = 1, max = 700) int places, @ForAll long seed) {
    AccessSpecification specification =
        specification(
            Distribution.FULL_COVERAGE, AddressRange.WHOLE, 1, line(4096, 100, 0, 100, 4096));
    AccessPattern pattern = new AccessPattern(specification, List.of(places * 4096L));
    SharedPlaces shared = new SharedPlaces(pattern, 3, false, seed);
    List<OperationStream> workers = new ArrayList<>();
    for (int worker = 0; worker < 3; worker++) {
      workers.add(new OperationStream(pattern, shared, seed, worker, 0));
    }
    for (int round = 0; round < 2; round++) {
      BitSet seen = new BitSet();
      for (int i = 0; i < places; i++) {
        // One worker is far faster than the others.
        OperationStream worker = workers.get(i % 10 < 8 ? 0 : 1 + i % 2);
        worker.next();
        seen.set((int) (worker.offsetBytes / 4096));
      }
      assertThat(seen.cardinality()).isEqualTo(places);
    }
  }

  @Property(tries = 100)
  void aPermutationIsOne(@ForAll @IntRange(min = 1, max = 3000) int count, @ForAll long key) {
    Permutation permutation = new Permutation(count);
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < count; i++) {
      long value = permutation.at(i, key);
      assertThat(value).isBetween(0L, count - 1L);
      seen.add(value);
    }
    assertThat(seen).hasSize(count);
  }

  @Example
  void aPermutationReachesAcrossMoreThanFourBillionPlaces() {
    Permutation permutation = new Permutation(5_000_000_000L);
    Set<Long> seen = new HashSet<>();
    long beyondInt = 0;
    for (int i = 0; i < 10_000; i++) {
      long value = permutation.at(i, 7);
      seen.add(value);
      beyondInt += value > Integer.MAX_VALUE ? 1 : 0;
    }
    assertThat(seen).hasSize(10_000).allMatch(value -> value >= 0 && value < 5_000_000_000L);
    // (5e9 - 2^31) / 5e9 = 57 % of the places; six standard deviations are 3 %.
    assertThat(beyondInt).isBetween(5_400L, 6_000L);
  }

  @Property(tries = 50)
  void theSameSeedGivesTheSameOperationsAndAnotherWorkerOthers(@ForAll long seed) {
    AccessSpecification specification =
        specification(
            Distribution.UNIFORM,
            AddressRange.WHOLE,
            2,
            line(8192, 70, 60, 100, 8192),
            line(65536, 30, 100, 20, 4096));
    List<Operation> once = take(stream(specification, seed, 0, 2, 64 * MIB, 64 * MIB), 300);
    assertThat(take(stream(specification, seed, 0, 2, 64 * MIB, 64 * MIB), 300)).isEqualTo(once);
    assertThat(take(stream(specification, seed, 1, 2, 64 * MIB, 64 * MIB), 300)).isNotEqualTo(once);
  }

  @Property(tries = 20)
  void sharesCountOperationsWhateverTheBurstsAre(
      @ForAll @DoubleRange(min = 5, max = 95) double share,
      @ForAll @DoubleRange(min = 5, max = 95) double read,
      @ForAll @IntRange(min = 1, max = 8) int burst,
      @ForAll long seed) {
    int count = 100_000;
    AccessSpecification specification =
        specification(
            Distribution.UNIFORM,
            AddressRange.WHOLE,
            1,
            new AccessLine(8192, share, read, 100, burst, Duration.ZERO, 8192),
            line(65536, 100 - share, 100, 0, 65536));
    Map<Integer, Integer> bySize = new HashMap<>();
    int reads = 0;
    for (Operation operation : take(stream(specification, seed, 0, 1, 64 * MIB), count)) {
      bySize.merge(operation.length(), 1, Integer::sum);
      reads += operation.length() == 8192 && operation.kind() == IoKind.READ ? 1 : 0;
    }
    int first = bySize.getOrDefault(8192, 0);
    // Six standard deviations of a binomial of bursts, at the most 1.5 % x sqrt(burst).
    assertThat(100.0 * first / count).isCloseTo(share, org.assertj.core.data.Offset.offset(3.0));
    assertThat(100.0 * reads / first).isCloseTo(read, org.assertj.core.data.Offset.offset(5.0));
  }

  @Example
  void aSequentialStreamFollowsAndWrapsAndTargetsTakeTurns() {
    AccessSpecification specification =
        specification(Distribution.UNIFORM, AddressRange.WHOLE, 1, line(4096, 100, 100, 0, 4096));
    // The second target is 500 bytes longer than 3 blocks: its tail is not reached.
    assertThat(take(stream(specification, 1, 0, 1, 2 * 4096, 3 * 4096 + 500), 8))
        .extracting(o -> o.target() + ":" + o.offset() / 4096)
        .containsExactly("0:0", "1:0", "0:1", "1:1", "0:0", "1:2", "0:1", "1:0");
  }

  @Example
  void streamsOfAllWorkersStartEvenlySpread() {
    AccessSpecification specification =
        specification(Distribution.UNIFORM, AddressRange.WHOLE, 2, line(4096, 100, 100, 0, 4096));
    long size = 16 * 4096;
    assertThat(take(stream(specification, 1, 0, 2, size), 4))
        .extracting(o -> o.offset() / 4096)
        .containsExactly(0L, 4L, 1L, 5L);
    assertThat(take(stream(specification, 1, 1, 2, size), 4))
        .extracting(o -> o.offset() / 4096)
        .containsExactly(8L, 12L, 9L, 13L);
  }

  // B025: 1 % of an odd size must neither be refused by the device nor shift what is tested.
  @Example
  void boundsInPercentAreAlignedDownToTheBlock() {
    AddressRange range =
        new AddressRange(
            new AddressRange.Bound(AddressRange.Unit.PERCENT, 30),
            new AddressRange.Bound(AddressRange.Unit.PERCENT, 50));
    AccessPattern pattern =
        new AccessPattern(
            specification(Distribution.UNIFORM, range, 1, line(1 << 20, 100, 100, 100, 1 << 20)),
            List.of(67 * MIB));
    // 30 % of 67 MiB is 20.1, 50 % is 33.5: blocks 20 to 32.
    assertThat(pattern.fromBytes[0]).isEqualTo(20 * MIB);
    assertThat(pattern.places[0]).isEqualTo(13);
    // 30 % of 70,254,592 bytes is 21,076,377.6; 50 % is 35,127,296, half a block behind block 32.
    assertThat(pattern.remarks(0, 67 * MIB))
        .containsExactly(
            "the range from byte 21076377 is aligned down to begin at byte 20971520",
            "bytes not covered: 524288, at the end of the range, shorter than a block or its"
                + " alignment");
  }

  // B027: a file of no whole number of blocks.
  @Example
  void whatIsNotCoveredIsToldInBytes() {
    AccessSpecification blocks = AccessSpecification.of("w", 4096, 100, 100);
    assertThat(new AccessPattern(blocks, List.of(30L * 1024)).uncoveredBytes(0, 30 * 1024))
        .isEqualTo(2048);
    assertThat(new AccessPattern(blocks, List.of(4096L)).uncoveredBytes(0, 4096)).isZero();
    assertThat(new AccessPattern(blocks, List.of(4097L)).uncoveredBytes(0, 4097)).isEqualTo(1);
    assertThat(new AccessPattern(blocks, List.of(4097L)).remarks(0, 4097))
        .singleElement()
        .asString()
        .startsWith("bytes not covered: 1,");
    assertThat(new AccessPattern(blocks, List.of(4096L)).remarks(0, 4096)).isEmpty();
    for (long tooSmall : new long[] {0, 1, 511, 4095}) {
      assertThatThrownBy(() -> new AccessPattern(blocks, List.of(tooSmall)))
          .hasMessageContaining(tooSmall + " bytes, too few for an operation of 4096");
    }
  }

  @Example
  void threadsThatShareAWorkerShareItsStream() throws Exception {
    AccessSpecification specification =
        specification(Distribution.UNIFORM, AddressRange.WHOLE, 1, line(512, 100, 100, 0, 512));
    int each = 5_000;
    int lanes = 4;
    AccessPattern pattern = new AccessPattern(specification, List.of(512L * each * lanes));
    SharedPlaces places = new SharedPlaces(pattern, 1, true, 1);
    Set<Long> seen = java.util.concurrent.ConcurrentHashMap.newKeySet();
    List<Thread> threads = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      OperationStream stream = new OperationStream(pattern, places, 1, 0, lane);
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < each; i++) {
                      stream.next();
                      seen.add(stream.offsetBytes);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(seen).hasSize(each * lanes);
  }
}
