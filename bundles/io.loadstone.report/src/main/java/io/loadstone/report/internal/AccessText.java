package io.loadstone.report.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.Percentages;
import io.loadstone.api.quantity.Sizes;
import java.util.stream.Collectors;

/** An access specification in one line for people. */
final class AccessText {
  private AccessText() {}

  /**
   * Such as {@code 8KiB, 60% read, 100% random}; several lines begin with their shares, and what is
   * not as by default follows.
   */
  static String of(AccessSpecification workload) {
    String lines =
        workload.lines().size() == 1
            ? of(workload.lines().getFirst())
            : workload.lines().stream()
                .map(line -> Percentages.format(line.sharePercent()) + ": " + of(line))
                .collect(Collectors.joining("; "));
    StringBuilder text = new StringBuilder(lines);
    if (!workload.distribution().equals(Distribution.UNIFORM)) {
      text.append("; ").append(workload.distribution().text());
    }
    if (!workload.sequence().equals(Sequence.FORWARD)) {
      text.append("; ").append(workload.sequence().text());
    }
    if (!workload.data().equals(DataContent.UNIQUE)) {
      text.append("; data ")
          .append(Percentages.format(workload.data().compressiblePercent()))
          .append(" compressible, ")
          .append(Percentages.format(workload.data().duplicatePercent()))
          .append(" duplicate by ")
          .append(Sizes.format(workload.data().unitBytes()));
    }
    return text.toString();
  }

  private static String of(AccessLine line) {
    StringBuilder text = new StringBuilder(Sizes.format(line.sizeBytes()));
    text.append(", ").append(reads(line.readPercent()));
    text.append(", ").append(jumps(line.randomPercent()));
    if (line.burst() > 1) {
      text.append(", bursts of ").append(line.burst());
    }
    if (!line.delay().isZero()) {
      text.append(", after ").append(Durations.format(line.delay()));
    }
    return text.toString();
  }

  private static String reads(double percent) {
    return percent == 0 ? "100% write" : Percentages.format(percent) + " read";
  }

  private static String jumps(double percent) {
    return percent == 0 ? "sequential" : Percentages.format(percent) + " random";
  }
}
