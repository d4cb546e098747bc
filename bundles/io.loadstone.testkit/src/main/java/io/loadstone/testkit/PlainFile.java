package io.loadstone.testkit;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A target on a real path, without guards: for tests that made the file themselves.
 *
 * @param path what engines open
 * @param sizeBytes what it claims to be
 * @param writable whether engines may open it for writing
 * @param direct whether engines bypass the page cache
 * @param alignmentBytes what it claims that offsets and lengths must be multiples of
 */
public record PlainFile(
    Path path, long sizeBytes, boolean writable, boolean direct, int alignmentBytes)
    implements Target {

  /**
   * Makes a file of zeroes with no block allocated, and a buffered, writable target on it.
   *
   * @throws IOException if the file can't be made
   */
  public static PlainFile make(Path path, long sizeBytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(sizeBytes);
    }
    return new PlainFile(path.toRealPath(), sizeBytes, true, false, 1);
  }

  /** The same file, only for reading. */
  public PlainFile readOnly() {
    return new PlainFile(path, sizeBytes, false, direct, alignmentBytes);
  }

  /** The same file, past the page cache. */
  public PlainFile past(int directAlignmentBytes) {
    return new PlainFile(path, sizeBytes, writable, true, directAlignmentBytes);
  }

  @Override
  public TargetTraits traits() {
    TargetUri uri = new TargetUri("file", path.toString(), Map.of());
    return new TargetTraits(uri, "file:" + path, sizeBytes, alignmentBytes, PageCache.of(direct))
        .at(path, writable);
  }

  @Override
  public String description() {
    return "file of a test";
  }

  @Override
  public Fill lay(Layout layout) {
    return Fill.NOTHING;
  }

  @Override
  public Optional<String> lost() {
    return Files.exists(path) ? Optional.empty() : Optional.of(path + " is gone");
  }

  @Override
  public void close() {}
}
