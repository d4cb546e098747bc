package io.loadstone.report.internal;

import java.io.IOException;
import java.io.Writer;
import java.nio.CharBuffer;

/** Lets a library that wants a writer write to the caller's appendable, and never closes it. */
final class AppendableWriter extends Writer {
  private final Appendable out;

  AppendableWriter(Appendable out) {
    this.out = out;
  }

  @Override
  public void write(char[] chars, int from, int length) throws IOException {
    out.append(CharBuffer.wrap(chars, from, length));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
