package io.loadstone.api.plan;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What the I/O looks like; a workload of a plan.
 *
 * @param name 1 to 127 characters, unique in its phase
 * @param lines 1 to {@value #MAX_LINES}
 * @param distribution where random operations go
 * @param range which part of each target is used
 * @param streams sequential streams of each worker, 1 or more; they start evenly spread over the
 *     range and wrap at its end
 * @param sequence where the operations of a stream go
 * @param data what is written
 */
public record AccessSpecification(
    String name,
    List<AccessLine> lines,
    Distribution distribution,
    AddressRange range,
    int streams,
    Sequence sequence,
    DataContent data) {
  /** The most lines of a specification, as in Iometer. */
  public static final int MAX_LINES = 100;

  public AccessSpecification {
    lines = List.copyOf(lines);
    if (lines.isEmpty() || lines.size() > MAX_LINES) {
      throw new IllegalArgumentException(
          "an access specification has 1 to 100 lines, not " + lines.size());
    }
  }

  /** A specification of forward streams and unique data. */
  public AccessSpecification(
      String name,
      List<AccessLine> lines,
      Distribution distribution,
      AddressRange range,
      int streams) {
    this(name, lines, distribution, range, streams, Sequence.FORWARD, DataContent.UNIQUE);
  }

  /** A specification of one line: uniform over the whole target, one stream. */
  public static AccessSpecification of(
      String name, int sizeBytes, double readPercent, double randomPercent) {
    return new AccessSpecification(
        name,
        List.of(AccessLine.of(sizeBytes, readPercent, randomPercent)),
        Distribution.UNIFORM,
        AddressRange.WHOLE,
        1);
  }

  /** The same with another share of reads in every line. */
  public AccessSpecification withRead(double readPercent) {
    return withLines(
        line ->
            new AccessLine(
                line.sizeBytes(),
                line.sharePercent(),
                readPercent,
                line.randomPercent(),
                line.burst(),
                line.delay(),
                line.alignBytes()));
  }

  /** The same with operations of one length; what is aligned to its size stays so. */
  public AccessSpecification withBlockSize(int sizeBytes) {
    return withLines(
        line ->
            new AccessLine(
                sizeBytes,
                line.sharePercent(),
                line.readPercent(),
                line.randomPercent(),
                line.burst(),
                line.delay(),
                line.alignBytes() == line.sizeBytes() ? sizeBytes : line.alignBytes()));
  }

  /** The same with another delay before every burst. */
  public AccessSpecification withDelay(Duration delay) {
    return withLines(
        line ->
            new AccessLine(
                line.sizeBytes(),
                line.sharePercent(),
                line.readPercent(),
                line.randomPercent(),
                line.burst(),
                delay,
                line.alignBytes()));
  }

  private AccessSpecification withLines(UnaryOperator<AccessLine> change) {
    return new AccessSpecification(
        name, lines.stream().map(change).toList(), distribution, range, streams, sequence, data);
  }

  /** The largest operation. */
  public int largestBytes() {
    return lines.stream().mapToInt(AccessLine::sizeBytes).max().orElseThrow();
  }

  /** Whether any line reads. */
  public boolean reads() {
    return lines.stream().anyMatch(line -> line.readPercent() > 0);
  }

  /** Mean length of the operations. */
  public double meanBytes() {
    double shares = lines.stream().mapToDouble(AccessLine::sharePercent).sum();
    return lines.stream().mapToDouble(line -> line.sharePercent() * line.sizeBytes()).sum()
        / shares;
  }

  /** Whether any line writes. */
  public boolean writes() {
    return lines.stream().anyMatch(line -> line.readPercent() < 100);
  }
}
