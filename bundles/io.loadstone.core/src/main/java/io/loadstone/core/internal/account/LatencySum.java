package io.loadstone.core.internal.account;

import io.loadstone.api.result.EncodedHistogram;
import io.loadstone.api.result.LatencyFigures;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A latency distribution that others are added to. It takes live counters and published figures
 * alike, so that a step's totals are made by the same code whether it ended here or is read back
 * from the store.
 */
final class LatencySum {
  private final Histogram histogram = new Histogram(Counts.HIGHEST_NS, 3);
  private long count;
  private double sumNs;
  private long minNs = Long.MAX_VALUE;
  private long maxNs;

  void addService(Counts counts) {
    add(
        counts.service,
        counts.operations(),
        (double) counts.get(Counts.SERVICE_SUM),
        counts.get(Counts.SERVICE_MIN),
        counts.get(Counts.SERVICE_MAX));
  }

  void addResponse(Counts counts) {
    add(
        counts.response,
        counts.operations(),
        (double) counts.get(Counts.RESPONSE_SUM),
        counts.get(Counts.RESPONSE_MIN),
        counts.get(Counts.RESPONSE_MAX));
  }

  void add(LatencySum other) {
    add(other.histogram, other.count, other.sumNs, other.minNs, other.maxNs);
  }

  /**
   * Adds what an interval published.
   *
   * @throws IllegalArgumentException if the encoding is damaged
   */
  void add(LatencyFigures figures, EncodedHistogram encoded) {
    if (encoded.isEmpty()) {
      return;
    }
    add(
        decode(encoded),
        figures.count(),
        figures.meanNs() * figures.count(),
        figures.minNs(),
        figures.maxNs());
  }

  private void add(Histogram other, long operations, double sum, long min, long max) {
    if (operations == 0) {
      return;
    }
    histogram.add(other);
    count += operations;
    sumNs += sum;
    minNs = Math.min(minNs, min);
    maxNs = Math.max(maxNs, max);
  }

  long count() {
    return count;
  }

  /** Operations that the histogram counted; equal to {@link #count} or something is wrong. */
  long histogramCount() {
    return histogram.getTotalCount();
  }

  LatencyFigures figures() {
    if (count == 0) {
      return LatencyFigures.NONE;
    }
    return new LatencyFigures(
        count,
        minNs,
        sumNs / count,
        histogram.getStdDeviation(),
        percentile(50),
        percentile(90),
        percentile(95),
        percentile(99),
        percentile(99.9),
        percentile(99.99),
        maxNs);
  }

  private long percentile(double percent) {
    return Math.clamp(histogram.getValueAtPercentile(percent), minNs, maxNs);
  }

  void clear() {
    histogram.reset();
    count = 0;
    sumNs = 0;
    minNs = Long.MAX_VALUE;
    maxNs = 0;
  }

  int largestEncodingBytes() {
    return histogram.getNeededByteBufferCapacity();
  }

  EncodedHistogram encode(ByteBuffer scratch) {
    if (count == 0) {
      return EncodedHistogram.EMPTY;
    }
    scratch.clear();
    byte[] bytes = new byte[histogram.encodeIntoCompressedByteBuffer(scratch)];
    scratch.get(0, bytes);
    return new EncodedHistogram(bytes);
  }

  static Histogram decode(EncodedHistogram encoded) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(encoded.toBytes()), Counts.HIGHEST_NS);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("a histogram is damaged: " + e.getMessage(), e);
    }
  }
}
