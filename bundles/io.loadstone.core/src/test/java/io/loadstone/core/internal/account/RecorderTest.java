package io.loadstone.core.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.result.LatencyFigures;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecorderTest {
  // B061: what HdrHistogram would throw for, on the thread that does the I/O.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void valuesOutsideTheRangeCountAsTheNearerEndAndNeverThrow(boolean shared) {
    Counts counts = new Counts(shared);
    for (long value : new long[] {-1, 0, Long.MIN_VALUE, Long.MAX_VALUE, Counts.HIGHEST_NS}) {
      counts.record(value, value, 512);
    }
    assertThat(counts.operations()).isEqualTo(5);
    // Each of the three outside values in both distributions.
    assertThat(counts.clamped()).isEqualTo(6);
    LatencySum sum = new LatencySum();
    sum.addService(counts);
    LatencyFigures figures = sum.figures();
    assertThat(figures.minNs()).isZero();
    assertThat(figures.maxNs()).isEqualTo(Counts.HIGHEST_NS);
    assertThat(sum.histogramCount()).isEqualTo(5);
  }

  // B057: no percentile stops at a top bucket below the maximum.
  @Test
  void aLatencyOfMinutesIsAsExactAsOneOfMicroseconds() {
    Counts counts = new Counts(false);
    for (long value : new long[] {5_000, 94_000_000_000L, 1_800_000_000_000L}) {
      counts.clear();
      counts.record(value, value, 512);
      LatencySum sum = new LatencySum();
      sum.addResponse(counts);
      assertThat(sum.figures().p50Ns()).isEqualTo(value);
      assertThat(sum.figures().maxNs()).isEqualTo(value);
      assertThat(sum.figures().meanNs()).isEqualTo((double) value);
    }
  }

  // B067: counters and buckets of 6.3e9 operations and more, published and read back as well.
  @Test
  void countersGoOnBeyond32Bits() {
    Counts counts = new Counts(false);
    counts.record(1000, 1000, 512);
    // Doubling 34 times is 2^34, beyond both 2^31 and 2^32.
    for (int i = 0; i < 34; i++) {
      Counts copy = new Counts(false);
      copy.add(counts);
      counts.add(copy);
    }
    LatencySum sum = new LatencySum();
    sum.addService(counts);
    assertThat(counts.operations()).isEqualTo(1L << 34);
    assertThat(counts.bytes()).isEqualTo(512L << 34);
    assertThat(sum.histogramCount()).isEqualTo(1L << 34);
    assertThat(sum.figures().meanNs()).isEqualTo(1000);
    LatencySum readBack = new LatencySum();
    readBack.add(sum.figures(), sum.encode(ByteBuffer.allocate(sum.largestEncodingBytes())));
    assertThat(readBack.histogramCount()).isEqualTo(1L << 34);
    assertThat(readBack.figures()).isEqualTo(sum.figures());
  }

  // B061: taking an interval while others record.
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void nothingIsLostOrCountedTwiceWhileAReaderTakesIntervals(int writers) throws Exception {
    Recorder recorder = new Recorder(true, true, writers > 1);
    int batches = 20_000;
    boolean writing = true;
    List<Thread> threads = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < batches; i++) {
                      long entered = recorder.enter();
                      Recorder.Buffer buffer = recorder.buffer();
                      buffer.completed(true, 1_000, 2_000, 4096);
                      buffer.completed(false, 1_000, 2_000, 4096);
                      recorder.exit(entered);
                    }
                  }));
    }
    long reads = 0;
    long writes = 0;
    long histogram = 0;
    while (writing) {
      writing = threads.stream().anyMatch(Thread::isAlive);
      Recorder.Buffer taken = recorder.spare();
      recorder.swap();
      recorder.takeInto(taken);
      DirectionSum sum = new DirectionSum();
      sum.add(taken.read);
      // A batch is never torn: both directions of it are in the same interval.
      assertThat(taken.read.operations()).isEqualTo(taken.write.operations());
      reads += taken.read.operations();
      writes += taken.write.operations();
      histogram += sum.service.histogramCount();
    }
    assertThat(reads).isEqualTo((long) batches * writers).isEqualTo(writes).isEqualTo(histogram);
  }

  @Test
  void aDirectionThatIsNotInTheWorkloadNeedsNoMemory() {
    Recorder recorder = new Recorder(true, false, false);
    assertThat(recorder.buffer().write).isNull();
  }
}
