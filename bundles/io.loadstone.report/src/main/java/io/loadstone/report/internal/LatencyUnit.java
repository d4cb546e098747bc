package io.loadstone.report.internal;

import java.util.Locale;

/** The unit in which a column of latencies is read most easily. */
enum LatencyUnit {
  US("us", 1e3, "%,.1f"),
  MS("ms", 1e6, "%,.3f"),
  S("s", 1e9, "%,.3f");

  private static final double MS_FROM_NS = 10e6;
  private static final double S_FROM_NS = 100e9;

  private final String text;
  private final double ns;
  private final String form;

  LatencyUnit(String text, double ns, String form) {
    this.text = text;
    this.ns = ns;
    this.form = form;
  }

  /** The unit for a column whose largest value is this. */
  static LatencyUnit fit(double largestNs) {
    return largestNs < MS_FROM_NS ? US : largestNs < S_FROM_NS ? MS : S;
  }

  String text() {
    return text;
  }

  /** Without the unit, with a fixed number of decimals. */
  String format(double valueNs) {
    return String.format(Locale.ROOT, form, valueNs / ns);
  }

  String withUnit(double valueNs) {
    return format(valueNs) + " " + text;
  }
}
