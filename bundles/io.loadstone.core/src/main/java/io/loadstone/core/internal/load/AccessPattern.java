package io.loadstone.core.internal.load;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Sequence;
import java.util.ArrayList;
import java.util.List;

/**
 * An access specification compiled for targets of known sizes: which line how often, and for each
 * line and target where its first place is and how many places there are. Immutable.
 */
public final class AccessPattern {
  final AccessSpecification specification;
  final long[] targetSizesBytes;
  final int targets;
  final int lines;
  final int[] sizeBytes;
  final int[] alignBytes;
  final int[] burst;
  final long[] delayNs;
  final double[] readChance;
  final double[] randomChance;

  /** Chance that a burst is of this line or one before it; the last is 1. */
  final double[] burstChanceUpTo;

  /** By {@code line * targets + target}. */
  final long[] fromBytes;

  final long[] endBytes;
  final long[] places;
  final PlaceLaw[] laws;

  final boolean fullCoverage;
  final boolean delays;
  final long longestDelayNs;

  /**
   * Compiles.
   *
   * @throws IllegalArgumentException if a line has no place in a target; the message says which
   */
  public AccessPattern(AccessSpecification specification, List<Long> targetSizesBytes) {
    this.specification = specification;
    this.targetSizesBytes = targetSizesBytes.stream().mapToLong(size -> size).toArray();
    specification.lines().forEach(line -> judge(specification, line));
    targets = targetSizesBytes.size();
    lines = specification.lines().size();
    sizeBytes = new int[lines];
    alignBytes = new int[lines];
    burst = new int[lines];
    delayNs = new long[lines];
    readChance = new double[lines];
    randomChance = new double[lines];
    burstChanceUpTo = new double[lines];
    fromBytes = new long[lines * targets];
    endBytes = new long[lines * targets];
    places = new long[lines * targets];
    laws = new PlaceLaw[lines * targets];
    fullCoverage = specification.distribution() instanceof Distribution.FullCoverage;
    long longest = 0;
    // A share counts operations, a draw picks a burst: a line of long bursts is drawn less often.
    double sum =
        specification.lines().stream().mapToDouble(l -> l.sharePercent() / l.burst()).sum();
    double upTo = 0;
    for (int i = 0; i < lines; i++) {
      AccessLine line = specification.lines().get(i);
      sizeBytes[i] = line.sizeBytes();
      alignBytes[i] = line.alignBytes();
      burst[i] = line.burst();
      delayNs[i] = line.delay().toNanos();
      readChance[i] = line.readPercent() / 100;
      randomChance[i] = line.randomPercent() / 100;
      upTo += line.sharePercent() / line.burst() / sum;
      burstChanceUpTo[i] = i == lines - 1 ? 1 : upTo;
      longest = Math.max(longest, delayNs[i]);
      for (int t = 0; t < targets; t++) {
        resolve(i, t, targetSizesBytes.get(t));
      }
    }
    longestDelayNs = longest;
    delays = longest > 0;
  }

  // A plan's text was judged with better words; a profile makes its plans without a text.
  private static void judge(AccessSpecification specification, AccessLine line) {
    if (specification.sequence() instanceof Sequence.Strided strided
        && (strided.strideBytes() < line.sizeBytes()
            || strided.strideBytes() % line.alignBytes() != 0)) {
      throw new IllegalArgumentException(
          "workload "
              + specification.name()
              + ": its stride of "
              + strided.strideBytes()
              + " bytes is below the size of its operations, or no multiple of their alignment");
    }
    int unit = specification.data().unitBytes();
    if (specification.data().duplicates()
        && line.readPercent() < 100
        && (line.sizeBytes() % unit != 0 || line.alignBytes() % unit != 0)) {
      throw new IllegalArgumentException(
          "workload "
              + specification.name()
              + ": its writes and their alignment are no multiples of "
              + unit
              + " bytes, the unit of its duplicates");
    }
  }

  private void resolve(int line, int target, long targetSizeBytes) {
    int at = line * targets + target;
    long align = alignBytes[line];
    long from = specification.range().from().resolveBytes(targetSizeBytes);
    long to = Math.min(specification.range().to().resolveBytes(targetSizeBytes), targetSizeBytes);
    fromBytes[at] = from - from % align;
    endBytes[at] = to - to % align;
    long room = endBytes[at] - fromBytes[at] - sizeBytes[line];
    // A block that is no multiple of its alignment may still fit before the end as it is.
    if (room < 0 && to - fromBytes[at] >= sizeBytes[line]) {
      endBytes[at] = fromBytes[at] + sizeBytes[line];
      room = 0;
    }
    if (room < 0) {
      throw new IllegalArgumentException(
          "workload "
              + specification.name()
              + ": its range holds "
              + Math.max(0, to - fromBytes[at])
              + " bytes of a target of "
              + targetSizeBytes
              + " bytes, too few for an operation of "
              + sizeBytes[line]
              + " bytes; make the range or the target larger, or the block smaller");
    }
    places[at] = room / align + 1;
    try {
      laws[at] = PlaceLaw.of(specification.distribution(), places[at], target);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "workload "
              + specification.name()
              + ": "
              + e.getMessage()
              + "; make the range or the target larger, or the zone",
          e);
    }
  }

  /** Phrases about what alignment makes different from the range that was asked for. */
  public List<String> remarks(int target, long targetSizeBytes) {
    List<String> remarks = new ArrayList<>();
    long from = specification.range().from().resolveBytes(targetSizeBytes);
    long first = Long.MAX_VALUE;
    for (int i = 0; i < lines; i++) {
      first = Math.min(first, fromBytes[i * targets + target]);
    }
    if (first < from) {
      remarks.add("the range from byte " + from + " is aligned down to begin at byte " + first);
    }
    long uncovered = uncoveredBytes(target, targetSizeBytes);
    if (uncovered > 0) {
      remarks.add(
          "bytes not covered: "
              + uncovered
              + ", at the end of the range, shorter than a block or its alignment");
    }
    return remarks;
  }

  /** Bytes at the end of a target's range that no operation reaches because of alignment. */
  long uncoveredBytes(int target, long targetSizeBytes) {
    long to = Math.min(specification.range().to().resolveBytes(targetSizeBytes), targetSizeBytes);
    long reached = 0;
    for (int i = 0; i < lines; i++) {
      int at = i * targets + target;
      reached = Math.max(reached, fromBytes[at] + (places[at] - 1) * alignBytes[i] + sizeBytes[i]);
    }
    return Math.max(0, to - reached);
  }

  /** What a sample of the written data has as its unit: no write is smaller. */
  int sampledBytes() {
    return specification.lines().stream()
        .filter(line -> line.readPercent() < 100)
        .mapToInt(AccessLine::sizeBytes)
        .reduce(specification.data().unitBytes(), Math::min);
  }

  /** Whether any operation waits before it starts. */
  public boolean delays() {
    return delays;
  }
}
