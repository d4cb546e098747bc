package io.loadstone.report.internal;

import java.io.IOException;
import java.math.BigDecimal;

/** Writes CSV as RFC 4180 wants it: commas, CRLF, quotes only where they are needed. */
final class CsvRow {
  private final Appendable out;
  private boolean first = true;

  CsvRow(Appendable out) {
    this.out = out;
  }

  void text(String value) throws IOException {
    separate();
    boolean quoted = value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    out.append(quoted ? '"' + value.replace("\"", "\"\"") + '"' : value);
  }

  void number(long value) throws IOException {
    separate();
    out.append(Long.toString(value));
  }

  /** A plain decimal that reads back to the same double; empty if it is no number. */
  void number(double value) throws IOException {
    separate();
    if (Double.isFinite(value)) {
      BigDecimal plain = BigDecimal.valueOf(value);
      out.append(plain.signum() == 0 ? "0" : plain.stripTrailingZeros().toPlainString());
    }
  }

  void empty(int fields) throws IOException {
    for (int i = 0; i < fields; i++) {
      separate();
    }
  }

  /** Fields that were written by another row before. */
  void fields(String written) throws IOException {
    separate();
    out.append(written);
  }

  void end() throws IOException {
    out.append("\r\n");
    first = true;
  }

  private void separate() throws IOException {
    if (!first) {
      out.append(',');
    }
    first = false;
  }
}
