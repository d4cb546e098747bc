package io.loadstone.itests.bench;

import java.util.List;
import java.util.Locale;

/** The comparisons as Markdown, for people, and as CSV, for other programs. */
final class RatioTable {
  private final List<Comparison> comparisons;

  RatioTable(List<Comparison> comparisons) {
    this.comparisons = List.copyOf(comparisons);
  }

  String csv() {
    StringBuilder csv =
        new StringBuilder(
            "place,workload,outstanding,engines,loadstoneIops,fioIops,iopsRatio,iopsRatioLowest,"
                + "iopsRatioHighest,loadstoneP99Ns,fioP99Ns,p99Ratio,loadstoneCpuUsPerOperation,"
                + "fioCpuUsPerOperation,cpuRatio\n");
    for (Comparison c : comparisons) {
      csv.append(
          String.format(
              Locale.ROOT,
              "\"%s\",%s,%d,%s,%.1f,%.1f,%.4f,%.4f,%.4f,%.0f,%.0f,%.4f,%.4f,%.4f,%.4f%n",
              c.cell().place().title,
              c.cell().workload().title,
              c.cell().outstanding(),
              c.cell().engines().title(),
              c.ourMedian(Sample::iops),
              c.fioMedian(Sample::iops),
              c.ratio(Sample::iops),
              c.lowestRatio(Sample::iops),
              c.highestRatio(Sample::iops),
              c.ourMedian(Sample::p99Ns),
              c.fioMedian(Sample::p99Ns),
              c.ratio(Sample::p99Ns),
              c.ourMedian(Sample::cpuUsPerOperation),
              c.fioMedian(Sample::cpuUsPerOperation),
              c.ratio(Sample::cpuUsPerOperation)));
    }
    return csv.toString();
  }

  String markdown() {
    StringBuilder text =
        new StringBuilder(
            """
            | where | workload | outstanding | engines | Loadstone IOPS | fio IOPS | IOPS ratio (spread) | p99 ratio | CPU/op ratio |
            | --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |
            """);
    comparisons.forEach(comparison -> text.append(row(comparison)));
    return text.append('\n').append(summary()).toString();
  }

  /** One row of the Markdown. */
  static String row(Comparison c) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %d | %s | %,.0f | %,.0f | %.2f (%.2f-%.2f) | %.2f | %.2f |%n",
        c.cell().place().title,
        c.cell().workload().title,
        c.cell().outstanding(),
        c.cell().engines().title(),
        c.ourMedian(Sample::iops),
        c.fioMedian(Sample::iops),
        c.ratio(Sample::iops),
        c.lowestRatio(Sample::iops),
        c.highestRatio(Sample::iops),
        c.ratio(Sample::p99Ns),
        c.ratio(Sample::cpuUsPerOperation));
  }

  private String summary() {
    long asFast = comparisons.stream().filter(c -> c.ratio(Sample::iops) >= 1).count();
    long asCheap =
        comparisons.stream().filter(c -> c.ratio(Sample::cpuUsPerOperation) <= 1).count();
    return String.format(
        Locale.ROOT,
        "%d cells: IOPS at least fio's in %d, geometric mean of the ratios %.3f; CPU time an"
            + " operation at most fio's in %d.%n",
        comparisons.size(),
        asFast,
        geometricMean(comparisons.stream().mapToDouble(c -> c.ratio(Sample::iops)).toArray()),
        asCheap);
  }

  /** 1 for no values. */
  static double geometricMean(double... values) {
    double sum = 0;
    for (double value : values) {
      sum += Math.log(value);
    }
    return values.length == 0 ? 1 : Math.exp(sum / values.length);
  }
}
