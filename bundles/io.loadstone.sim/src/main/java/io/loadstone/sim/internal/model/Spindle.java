package io.loadstone.sim.internal.model;

import java.util.SplittableRandom;

/**
 * One disk drive. It serves what hosts wait for in the order of its arrival; destaging is done when
 * it would be idle, and takes every second turn once much of it has piled up.
 *
 * <p>What waits to be destaged is kept as a sum of work, not as a list: the write cache may hold
 * any number of blocks, and nothing is allocated.
 */
final class Spindle {
  // So much destaging work is put off to idle times; beyond it, it takes its turn.
  private static final double PATIENCE_NS = 100e6;

  private final Disk disk;
  private final long sizeBytes;
  private final long passedBytes;
  private final SplittableRandom random;

  private long freeNs;
  private long headBytes;
  private boolean disturbed;

  private double pendingNs;
  private double pendingBytes;
  private double pendingAccesses;

  /**
   * @param sizeBytes of its part of the target, over which the arm moves
   * @param passedBytes a gap ahead up to this is read over, without a seek
   */
  Spindle(Disk disk, long sizeBytes, long passedBytes, SplittableRandom random) {
    this.disk = disk;
    this.sizeBytes = sizeBytes;
    this.passedBytes = passedBytes;
    this.random = random;
  }

  /** When it is done with everything that hosts wait for. */
  long freeNs() {
    return freeNs;
  }

  /** Bytes of host writes that wait here to be destaged. */
  double pendingBytes() {
    return pendingBytes;
  }

  /**
   * Serves an access that somebody waits for.
   *
   * @param rewrites whether what was read is written back, which takes one more rotation
   * @return when it is done
   */
  long access(long arrivalNs, long positionBytes, int lengthBytes, boolean rewrites) {
    catchUp(arrivalNs);
    boolean takesTurns = pendingNs > PATIENCE_NS;
    // After another's turn, the arm must come back.
    disturbed |= takesTurns;
    long costNs =
        positioningNs(positionBytes)
            + disk.transferNs(lengthBytes)
            + (rewrites ? disk.rotationNs() : 0);
    long turnNs = takesTurns ? Math.min((long) pendingNs, costNs) : 0;
    destage((double) turnNs);
    freeNs = Math.max(arrivalNs, freeNs) + turnNs + costNs;
    headBytes = positionBytes + lengthBytes;
    disturbed = false;
    return freeNs;
  }

  private long positioningNs(long positionBytes) {
    long aheadBytes = positionBytes - headBytes;
    if (!disturbed && aheadBytes >= 0 && aheadBytes <= passedBytes) {
      return disk.transferNs(aheadBytes);
    }
    double distance = Math.min(1, Math.abs((double) aheadBytes) / sizeBytes);
    return disk.seekNs(distance) + turnOfThePlatterNs();
  }

  // Where the platter is when the arm arrives is chance.
  private long turnOfThePlatterNs() {
    return (long) (random.nextDouble() * disk.rotationNs());
  }

  /**
   * Adds one access to what is to be destaged. The more of them wait, the shorter is the way from
   * one to the next, as they are served in the order of their places.
   *
   * @param hostBytes bytes of the cache that are free when it is done
   */
  void postpone(int lengthBytes, boolean rewrites, double hostBytes) {
    pendingAccesses++;
    pendingNs +=
        disk.seekNs(1 / (1 + pendingAccesses))
            + disk.rotationNs() / 2.0
            + disk.transferNs(lengthBytes)
            + (rewrites ? disk.rotationNs() : 0);
    pendingBytes += hostBytes;
  }

  /**
   * Adds a part of a long run to what is to be destaged; the arm moves once for the run.
   *
   * @param runBytes length of the whole run on this spindle
   */
  void postponePartOfRun(double lengthBytes, long runBytes, double hostBytes) {
    double share = lengthBytes / runBytes;
    pendingAccesses += share;
    pendingNs +=
        lengthBytes * 1e9 / disk.bytesPerSecond()
            + share * (disk.seekNs(1 / (1 + pendingAccesses)) + disk.rotationNs() / 2.0);
    pendingBytes += hostBytes;
  }

  /** Uses the time in which nobody wanted anything. */
  void catchUp(long nowNs) {
    if (nowNs > freeNs) {
      destage(Math.min(pendingNs, (double) (nowNs - freeNs)));
      freeNs = nowNs;
    }
  }

  /**
   * Destages now, before all that comes.
   *
   * @param hostBytes so many, or what is there if that is less
   */
  void makeRoom(double hostBytes) {
    if (pendingBytes > 0) {
      double workNs = pendingNs * Math.min(1, hostBytes / pendingBytes);
      destage(workNs);
      freeNs += (long) Math.ceil(workNs);
    }
  }

  private void destage(double workNs) {
    if (workNs <= 0) {
      return;
    }
    double left = workNs < pendingNs ? 1 - workNs / pendingNs : 0;
    pendingNs *= left;
    pendingBytes *= left;
    pendingAccesses *= left;
    // The arm is somewhere else now.
    disturbed = true;
  }
}
