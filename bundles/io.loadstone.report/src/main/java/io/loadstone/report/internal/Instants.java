package io.loadstone.report.internal;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Points in time as results write them: always UTC, never the zone of whoever exports. */
final class Instants {
  /** The pattern of {@link #iso}. */
  private static final DateTimeFormatter ISO = utc("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");

  private Instants() {}

  /** ISO 8601 with milliseconds, always three digits of them. */
  static String iso(long epochMs) {
    return format(ISO, epochMs);
  }

  /** A formatter in UTC with English names. */
  static DateTimeFormatter utc(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
  }

  static String format(DateTimeFormatter formatter, long epochMs) {
    return formatter.format(Instant.ofEpochMilli(epochMs));
  }
}
