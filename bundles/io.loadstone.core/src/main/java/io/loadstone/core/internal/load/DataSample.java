package io.loadstone.core.internal.load;

import io.loadstone.api.result.DataFigures;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Deflater;

/**
 * A sample of what the loops of a step wrote, and what a compressor and a deduplicating device
 * would make of it. Whoever comes first fills it; afterwards an offer costs one read.
 *
 * <p><b>Threads:</b> any may offer; {@link #figures} after the loops have ended.
 */
public final class DataSample {
  private static final int MOST_BYTES = 4 << 20;
  private static final int MOST_COMPRESSED_BYTES = 2 << 20;

  private final int unitBytes;
  private final int most;
  private final byte[] units;
  private final AtomicInteger claimed = new AtomicInteger();

  /**
   * @param unitBytes length of each unit
   * @param mostBytes of the whole sample
   */
  private DataSample(int unitBytes, int mostBytes) {
    this.unitBytes = unitBytes;
    most = mostBytes / unitBytes;
    units = new byte[most * unitBytes];
  }

  /** A sample of what a load writes; empty if it writes nothing. */
  public static DataSample of(Load load) {
    return load.pattern().specification.writes() ? ofUnits(load.pattern().sampledBytes()) : none();
  }

  static DataSample ofUnits(int unitBytes) {
    return new DataSample(unitBytes, MOST_BYTES);
  }

  /** Takes nothing. */
  public static DataSample none() {
    return new DataSample(1, 0);
  }

  void offer(MemorySegment buffer, int from, int lengthBytes) {
    for (int at = from; at + unitBytes <= from + lengthBytes; at += unitBytes) {
      if (claimed.getPlain() >= most) {
        return;
      }
      int place = claimed.getAndIncrement();
      if (place < most) {
        MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, at, units, place * unitBytes, unitBytes);
      }
    }
  }

  /** Compresses and compares. */
  public DataFigures figures() {
    int count = Math.min(most, claimed.get());
    if (count == 0) {
      return DataFigures.NONE;
    }
    return new DataFigures(count, unitBytes, compressiblePercent(count), duplicatePercent(count));
  }

  // A unit that does not shrink is stored as it is, as devices do.
  private double compressiblePercent(int count) {
    int compressed = Math.clamp(MOST_COMPRESSED_BYTES / unitBytes, 1, count);
    byte[] out = new byte[unitBytes];
    long stored = 0;
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      for (int i = 0; i < compressed; i++) {
        deflater.reset();
        deflater.setInput(units, i * unitBytes, unitBytes);
        deflater.finish();
        stored += deflater.deflate(out);
      }
    } finally {
      deflater.end();
    }
    return 100 * (1 - (double) stored / ((long) compressed * unitBytes));
  }

  /** Share of the units whose content others have as well. */
  private double duplicatePercent(int count) {
    Map<ByteBuffer, Integer> copies = new HashMap<>();
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      for (int i = 0; i < count; i++) {
        sha256.update(units, i * unitBytes, unitBytes);
        copies.merge(ByteBuffer.wrap(sha256.digest()), 1, Integer::sum);
      }
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
    long shared = copies.values().stream().filter(n -> n > 1).mapToLong(n -> n).sum();
    return 100.0 * shared / count;
  }
}
