package io.loadstone.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Standard output that remembers what went wrong with it: writers keep that to themselves. */
final class WatchedOutput extends FilterOutputStream {
  private @Nullable IOException failure;

  WatchedOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /**
   * Why not all of it was written, if so. A reader that went away, as {@code head} does, had what
   * it wanted.
   */
  Optional<String> failure() {
    IOException e = failure;
    return e == null || "Broken pipe".equals(e.getMessage())
        ? Optional.empty()
        : Optional.of(FileReason.of(e));
  }
}
