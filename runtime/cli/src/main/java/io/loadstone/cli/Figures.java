package io.loadstone.cli;

import java.util.Locale;

/** Figures as text, the same in every place. */
final class Figures {
  private static final double NS_PER_MS = 1e6;

  private Figures() {}

  /** Four significant digits are what a person compares. */
  static String rate(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.2f", value);
  }

  /** Nanoseconds as milliseconds; a dash for "nothing completed". */
  static String ms(double ns) {
    return ns < 0
        ? "-"
        : String.format(Locale.ROOT, ns < 100 * NS_PER_MS ? "%.3f" : "%.1f", ns / NS_PER_MS);
  }

  /** Seconds as minutes and seconds, with hours where there are some; a dash for "unknown". */
  static String left(double seconds) {
    if (seconds < 0) {
      return "-";
    }
    long whole = Math.round(seconds);
    return whole < 3600
        ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
  }
}
