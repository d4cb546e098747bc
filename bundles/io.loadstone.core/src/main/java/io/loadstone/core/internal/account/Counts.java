package io.loadstone.core.internal.account;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * What completed in one direction: 64-bit counters, exact extremes and sums, and the two latency
 * distributions from 1 ns to {@link #HIGHEST_NS}. Values outside are recorded at the nearer end and
 * counted; nothing here throws into the I/O path.
 *
 * <p><b>Threads:</b> one writer, or any number if made shared. <b>Allocation:</b> none after
 * construction.
 */
public final class Counts {
  /** The longest latency that is told from longer ones: an hour. */
  public static final long HIGHEST_NS = 3_600_000_000_000L;

  static final int OPERATIONS = 0;
  static final int BYTES = 1;
  static final int ERRORS = 2;
  static final int CLAMPED = 3;
  static final int LATE = 4;
  static final int LATE_BY_GENERATOR = 5;
  static final int SERVICE_SUM = 6;
  static final int SERVICE_MIN = 7;
  static final int SERVICE_MAX = 8;
  static final int RESPONSE_SUM = 9;
  static final int RESPONSE_MIN = 10;
  static final int RESPONSE_MAX = 11;
  private static final int FIELDS = 12;

  private static final int DIGITS = 3;
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  final Histogram service;
  final Histogram response;
  private final boolean shared;
  private final long[] fields = new long[FIELDS];

  /**
   * @param shared whether several threads record into it
   */
  Counts(boolean shared) {
    this.shared = shared;
    service = shared ? new AtomicHistogram(HIGHEST_NS, DIGITS) : new Histogram(HIGHEST_NS, DIGITS);
    response = shared ? new AtomicHistogram(HIGHEST_NS, DIGITS) : new Histogram(HIGHEST_NS, DIGITS);
    clear();
  }

  void record(long serviceNs, long responseNs, long bytes) {
    long s = clamp(serviceNs);
    long r = clamp(responseNs);
    service.recordValue(s);
    response.recordValue(r);
    add(OPERATIONS, 1);
    add(BYTES, bytes);
    add(SERVICE_SUM, s);
    add(RESPONSE_SUM, r);
    lower(SERVICE_MIN, s);
    lower(RESPONSE_MIN, r);
    raise(SERVICE_MAX, s);
    raise(RESPONSE_MAX, r);
  }

  void recordError() {
    add(ERRORS, 1);
  }

  void recordLate(boolean byGenerator) {
    add(LATE, 1);
    if (byGenerator) {
      add(LATE_BY_GENERATOR, 1);
    }
  }

  /** Adds what a recorder that nobody writes to any more holds. */
  void add(Counts other) {
    service.add(other.service);
    response.add(other.response);
    for (int i = OPERATIONS; i <= SERVICE_SUM; i++) {
      fields[i] += other.fields[i];
    }
    fields[RESPONSE_SUM] += other.fields[RESPONSE_SUM];
    fields[SERVICE_MIN] = Math.min(fields[SERVICE_MIN], other.fields[SERVICE_MIN]);
    fields[SERVICE_MAX] = Math.max(fields[SERVICE_MAX], other.fields[SERVICE_MAX]);
    fields[RESPONSE_MIN] = Math.min(fields[RESPONSE_MIN], other.fields[RESPONSE_MIN]);
    fields[RESPONSE_MAX] = Math.max(fields[RESPONSE_MAX], other.fields[RESPONSE_MAX]);
  }

  void clear() {
    service.reset();
    response.reset();
    java.util.Arrays.fill(fields, 0);
    fields[SERVICE_MIN] = Long.MAX_VALUE;
    fields[RESPONSE_MIN] = Long.MAX_VALUE;
  }

  long get(int field) {
    return fields[field];
  }

  /** Completed without error. */
  public long operations() {
    return fields[OPERATIONS];
  }

  /** Moved by them. */
  public long bytes() {
    return fields[BYTES];
  }

  /** Failed operations. */
  public long errors() {
    return fields[ERRORS];
  }

  /** Latencies outside the range that were recorded at its end. */
  public long clamped() {
    return fields[CLAMPED];
  }

  /** Operations of an open loop that started late. */
  public long late() {
    return fields[LATE];
  }

  /** Those of them that a free slot was there for. */
  public long lateByGenerator() {
    return fields[LATE_BY_GENERATOR];
  }

  private long clamp(long ns) {
    if (ns >= 0 && ns <= HIGHEST_NS) {
      return ns;
    }
    add(CLAMPED, 1);
    return ns < 0 ? 0 : HIGHEST_NS;
  }

  private void add(int field, long amount) {
    if (shared) {
      long _ = (long) LONGS.getAndAdd(fields, field, amount);
    } else {
      fields[field] += amount;
    }
  }

  private void raise(int field, long value) {
    if (!shared) {
      fields[field] = Math.max(fields[field], value);
      return;
    }
    long seen = (long) LONGS.getVolatile(fields, field);
    while (value > seen && !LONGS.compareAndSet(fields, field, seen, value)) {
      seen = (long) LONGS.getVolatile(fields, field);
    }
  }

  private void lower(int field, long value) {
    if (!shared) {
      fields[field] = Math.min(fields[field], value);
      return;
    }
    long seen = (long) LONGS.getVolatile(fields, field);
    while (value < seen && !LONGS.compareAndSet(fields, field, seen, value)) {
      seen = (long) LONGS.getVolatile(fields, field);
    }
  }
}
