package io.loadstone.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A target that answers a read only when the test lets it: a pipe with a name. */
public final class NamedPipe {
  private final Path path;

  /**
   * Makes a pipe with the {@code mkfifo} program, as Java has no call for it.
   *
   * @throws IOException if there is no such program or the path is taken
   */
  public NamedPipe(Path path) throws IOException, InterruptedException {
    Process mkfifo = new ProcessBuilder("mkfifo", path.toString()).inheritIO().start();
    if (mkfifo.waitFor() != 0) {
      throw new IOException("mkfifo " + path + " failed with status " + mkfifo.exitValue());
    }
    this.path = path.toRealPath();
  }

  /** A buffered target whose reads stay in flight until something is written into the pipe. */
  public PlainFile target() {
    return new PlainFile(path, 1 << 20, true, false, 1);
  }

  /** Lets a read complete with these bytes. The pipe must be open in an engine. */
  public void write(byte[] bytes) throws IOException {
    Files.write(path, bytes, StandardOpenOption.WRITE);
  }
}
