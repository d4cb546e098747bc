package io.loadstone.api.quantity;

import java.util.Locale;

/** The unit in which people read latencies that stand together most easily. */
public enum LatencyUnit {
  /** Microseconds with one decimal. */
  US("us", 1e3, "%,.1f"),
  /** Milliseconds with three decimals. */
  MS("ms", 1e6, "%,.3f"),
  /** Seconds with three decimals. */
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

  /** The unit for latencies of which the largest is this, in nanoseconds. */
  public static LatencyUnit fit(double largestNs) {
    return largestNs < MS_FROM_NS ? US : largestNs < S_FROM_NS ? MS : S;
  }

  /** Its name: us, ms or s. */
  public String text() {
    return text;
  }

  /** So many nanoseconds without the unit, grouped, with a fixed number of decimals. */
  public String format(double valueNs) {
    return String.format(Locale.ROOT, form, valueNs / ns);
  }

  /** The same with the unit. */
  public String withUnit(double valueNs) {
    return format(valueNs) + " " + text;
  }
}
