package io.loadstone.sim.internal.model;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The spindles of an array under its RAID level. */
final class SpindleGroup {
  // Sequential writes are destaged in runs of this length on each spindle.
  private static final long RUN_BYTES = 1 << 20;

  private final RaidLevel raid;
  private final int stripeBytes;
  private final int dataUnits;
  private final long rowBytes;
  private final Spindle[] spindles;
  private final RowWrite rowWrite;

  SpindleGroup(ArraySpec spec) {
    raid = spec.raid();
    stripeBytes = spec.stripeBytes();
    dataUnits = raid.dataUnits(spec.spindles());
    rowBytes = (long) dataUnits * stripeBytes;
    rowWrite = new RowWrite(raid, spec.spindles(), stripeBytes);
    SplittableRandom random = new SplittableRandom(spec.seed());
    spindles = new Spindle[spec.spindles()];
    for (int i = 0; i < spindles.length; i++) {
      spindles[i] =
          new Spindle(
              spec.disk(),
              Math.max(1, spec.sizeBytes() / dataUnits),
              2L * stripeBytes,
              random.split());
    }
  }

  /** Length of a row without its parity. */
  long rowBytes() {
    return rowBytes;
  }

  /** Reads, each unit from the copy that is free first; returns when all of it is there. */
  long read(long arrivalNs, long offsetBytes, long lengthBytes) {
    long doneNs = arrivalNs;
    long end = offsetBytes + lengthBytes;
    for (long at = offsetBytes, bytes; at < end; at += bytes) {
      bytes = Math.min(end - at, stripeBytes - at % stripeBytes);
      Spindle spindle = freeCopy(dataSpindle(at));
      long position = at / rowBytes * stripeBytes + at % stripeBytes;
      doneNs = Math.max(doneNs, spindle.access(arrivalNs, position, (int) bytes, false));
    }
    return doneNs;
  }

  private int dataSpindle(long offsetBytes) {
    int column = (int) (offsetBytes % rowBytes / stripeBytes);
    return raid.dataSpindle(offsetBytes / rowBytes, column, spindles.length);
  }

  private Spindle freeCopy(int first) {
    Spindle free = spindles[first];
    for (int copy = 1; copy < raid.copies(); copy++) {
      if (spindles[first + copy].freeNs() < free.freeNs()) {
        free = spindles[first + copy];
      }
    }
    return free;
  }

  /** Writes while somebody waits; returns when all of it is on the platters. */
  long write(long arrivalNs, long offsetBytes, int lengthBytes) {
    long doneNs = arrivalNs;
    long end = offsetBytes + lengthBytes;
    for (long at = offsetBytes; at < end; at += rowBytes - at % rowBytes) {
      planRow(at, end);
      for (int i = 0; i < rowWrite.count; i++) {
        doneNs =
            Math.max(
                doneNs,
                spindles[rowWrite.spindle[i]].access(
                    arrivalNs,
                    rowWrite.positionBytes[i],
                    rowWrite.lengthBytes[i],
                    rowWrite.rewrites));
      }
    }
    return doneNs;
  }

  /** Leaves a write to be destaged. */
  void postpone(long offsetBytes, int lengthBytes) {
    long end = offsetBytes + lengthBytes;
    for (long at = offsetBytes; at < end; at += rowBytes - at % rowBytes) {
      planRow(at, end);
      for (int i = 0; i < rowWrite.count; i++) {
        spindles[rowWrite.spindle[i]].postpone(
            rowWrite.lengthBytes[i], rowWrite.rewrites, rowWrite.frees[i]);
      }
    }
  }

  private void planRow(long at, long end) {
    long within = at % rowBytes;
    rowWrite.plan(at / rowBytes, within, (int) Math.min(end - at, rowBytes - within));
  }

  /** Leaves a part of a long run to be destaged: whole rows at a time, without reading. */
  void postponePartOfRun(long offsetBytes, int lengthBytes) {
    for (int unit = 0; unit < raid.parity(); unit++) {
      spindles[raid.paritySpindle(offsetBytes / rowBytes, unit, spindles.length)].postponePartOfRun(
          (double) lengthBytes / dataUnits, RUN_BYTES, 0);
    }
    long end = offsetBytes + lengthBytes;
    for (long at = offsetBytes, bytes; at < end; at += bytes) {
      bytes = Math.min(end - at, stripeBytes - at % stripeBytes);
      int first = dataSpindle(at);
      for (int copy = 0; copy < raid.copies(); copy++) {
        spindles[first + copy].postponePartOfRun(
            (double) bytes, RUN_BYTES, (double) bytes / raid.copies());
      }
    }
  }

  /** Bytes of host writes that wait to be destaged. */
  double waitingBytes() {
    double bytes = 0;
    for (Spindle spindle : spindles) {
      bytes += spindle.pendingBytes();
    }
    return bytes;
  }

  /**
   * Destages until no more than so much waits; from now on the spindles do nothing else.
   *
   * @return when that is so
   */
  long destage(long nowNs, double mostWaitingBytes) {
    for (Spindle spindle : spindles) {
      spindle.catchUp(nowNs);
    }
    long doneNs = nowNs;
    double tooMany = waitingBytes() - mostWaitingBytes;
    while (tooMany > 0) {
      Spindle first = firstWithWork();
      if (first == null) {
        break;
      }
      first.makeRoom(tooMany);
      doneNs = Math.max(doneNs, first.freeNs());
      tooMany = waitingBytes() - mostWaitingBytes;
    }
    return doneNs;
  }

  // Less than a byte is what rounding left over.
  private @Nullable Spindle firstWithWork() {
    Spindle first = null;
    for (Spindle spindle : spindles) {
      if (spindle.pendingBytes() >= 1 && (first == null || spindle.freeNs() < first.freeNs())) {
        first = spindle;
      }
    }
    return first;
  }
}
