package io.loadstone.itests.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;

/**
 * What both tools measured of one cell, in turns; each turn of ours belongs to the one of fio
 * beside it, so that what the machine does meanwhile is in both.
 */
final class Comparison {
  private final Cell cell;
  private final List<Sample> ours = new ArrayList<>();
  private final List<Sample> fios = new ArrayList<>();

  Comparison(Cell cell) {
    this.cell = cell;
  }

  Cell cell() {
    return cell;
  }

  void add(Sample our, Sample fio) {
    ours.add(our);
    fios.add(fio);
  }

  double ourMedian(ToDoubleFunction<Sample> figure) {
    return median(ours.stream().mapToDouble(figure).toArray());
  }

  double fioMedian(ToDoubleFunction<Sample> figure) {
    return median(fios.stream().mapToDouble(figure).toArray());
  }

  /** The median of the pairs' ratios Loadstone/fio. */
  double ratio(ToDoubleFunction<Sample> figure) {
    return median(ratios(figure));
  }

  /** The smallest of the pairs' ratios. */
  double lowestRatio(ToDoubleFunction<Sample> figure) {
    double lowest = Double.POSITIVE_INFINITY;
    for (double ratio : ratios(figure)) {
      lowest = Math.min(lowest, ratio);
    }
    return lowest;
  }

  /** The largest of the pairs' ratios. */
  double highestRatio(ToDoubleFunction<Sample> figure) {
    double highest = 0;
    for (double ratio : ratios(figure)) {
      highest = Math.max(highest, ratio);
    }
    return highest;
  }

  private double[] ratios(ToDoubleFunction<Sample> figure) {
    double[] ratios = new double[ours.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(fios.get(i));
    }
    return ratios;
  }

  private static double median(double[] values) {
    return Median.withDefaults().evaluate(values);
  }
}
