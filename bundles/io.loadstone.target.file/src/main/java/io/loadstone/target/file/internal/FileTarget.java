package io.loadstone.target.file.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.target.BlockDevice;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.PathTarget;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.NativeIoException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** An open file. Holds a descriptor of its own, so that what it lays out is what it examined. */
final class FileTarget implements PathTarget {
  private final TargetUri uri;
  private final TargetUse use;
  private final Finding finding;
  private final FileStatus opened;
  private final int fd;
  private final boolean justMade;
  private final Runnable whenClosed;

  // Of the coordinating thread; volatile as the properties are read from any.
  private volatile Optional<LayoutRecord> record;
  private volatile long expectedBytes;
  private volatile boolean closed;

  /**
   * Takes over an open file.
   *
   * @param opened its status
   * @param fd open; for writing if the use writes
   * @param justMade whether it did not exist before
   * @param whenClosed called once
   */
  FileTarget(
      TargetUri uri,
      TargetUse use,
      Finding finding,
      FileStatus opened,
      int fd,
      boolean justMade,
      Runnable whenClosed) {
    this.uri = uri;
    this.use = use;
    this.finding = finding;
    this.opened = opened;
    this.fd = fd;
    this.justMade = justMade;
    this.whenClosed = whenClosed;
    this.record = finding.record();
    this.expectedBytes = opened.sizeBytes();
  }

  @Override
  public TargetUri uri() {
    return uri;
  }

  @Override
  public String identity() {
    return finding.identity();
  }

  @Override
  public String description() {
    String layout =
        record
            .map(r -> r.laid() ? Finding.word(r.layout()) + " layout" : "layout not finished")
            .orElse("content not of Loadstone");
    return "file on "
        + finding.mount().text()
        + ", "
        + layout
        + ", "
        + (finding.direct() ? "direct" : "buffered");
  }

  @Override
  public long sizeBytes() {
    return finding.sizeBytes();
  }

  @Override
  public int alignmentBytes() {
    return finding.alignmentBytes();
  }

  @Override
  public PageCache pageCache() {
    return PageCache.of(finding.direct());
  }

  @Override
  public Optional<BlockDevice> device() {
    // File systems without a device, and those that spread over several, have major number 0.
    return opened.deviceMajor() == 0
        ? Optional.empty()
        : Optional.of(new BlockDevice(opened.deviceMajor(), opened.deviceMinor()));
  }

  @Override
  public Path path() {
    return finding.path();
  }

  @Override
  public boolean writable() {
    return use.writes();
  }

  @Override
  public Fill lay(Layout layout) throws IOException {
    if (!use.writes() || closed) {
      throw new IllegalStateException(path() + " was opened for reading only, or is closed");
    }
    FileStatus now = FileStatus.of(fd);
    Optional<LayoutRecord> before = record;
    if (before.isPresent()
        && Finding.whyLayAnew(before.get(), now, sizeBytes(), layout).isEmpty()) {
      return Fill.NOTHING;
    }
    LayoutRecord laying =
        before
            .map(r -> r.with(sizeBytes(), layout, false))
            .orElseGet(() -> LayoutRecord.begin(path(), now, sizeBytes(), layout, false));
    laying.write(path());
    record = Optional.of(laying);
    try {
      giveLengthAndSpace(layout, now);
    } catch (IOException e) {
      giveUp(now, e);
      throw e;
    }
    expectedBytes = sizeBytes();
    if (layout == Layout.WRITTEN) {
      return Fill.WHOLE;
    }
    remember(laying.with(sizeBytes(), layout, true));
    return Fill.NOTHING;
  }

  @Override
  public void filled() throws IOException {
    LayoutRecord laying =
        record.orElseThrow(() -> new IllegalStateException(path() + " was not laid out"));
    // What is not on the device yet would be written there in the middle of the measurement, and
    // after a power failure the record would promise what is not there.
    try (Arena arena = Arena.ofConfined()) {
      check(
          "Bringing the layout to the device of",
          FileCalls.fsync(FileCalls.errnoSegment(arena), fd));
    }
    remember(laying.with(laying.sizeBytes(), laying.layout(), true));
  }

  @Override
  public Optional<String> lost() {
    try {
      FileStatus now = FileStatus.of(path());
      if (!now.isSameFile(opened)) {
        return Optional.of(path() + " was replaced by another file while the run used it");
      }
      if (now.sizeBytes() < expectedBytes) {
        return Optional.of(
            path()
                + " was truncated from "
                + expectedBytes
                + " to "
                + now.sizeBytes()
                + " bytes while the run used it");
      }
      return Optional.empty();
    } catch (NativeIoException e) {
      return Optional.of(
          e.errno() == Errno.ENOENT.number()
              ? path() + " was removed while the run used it"
              : path() + " cannot be reached any more: " + e.getMessage());
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      FileCalls.close(fd);
      whenClosed.run();
    }
  }

  private void giveLengthAndSpace(Layout layout, FileStatus now) throws IOException {
    if (now.sizeBytes() != sizeBytes()) {
      check("Setting the length of", FileCalls.ftruncate(fd, sizeBytes()));
    }
    if (layout == Layout.SPARSE) {
      return;
    }
    int rc = FileCalls.fallocate(fd, 0, 0, sizeBytes());
    if (rc == -Errno.EOPNOTSUPP.number() && layout == Layout.WRITTEN) {
      return; // every byte is going to be written, which takes the space as well
    }
    if (rc == -Errno.EOPNOTSUPP.number()) {
      throw new IOException(
          "Reserving "
              + sizeBytes()
              + " bytes for "
              + path()
              + " failed: "
              + Errno.EOPNOTSUPP.text()
              + ", "
              + finding.mount().text()
              + " cannot reserve space; say layout: written, or take another folder");
    }
    check("Reserving " + sizeBytes() + " bytes for", rc);
  }

  /** Gives the space back that a layout took before it failed. */
  private void giveUp(FileStatus before, IOException cause) {
    try {
      if (justMade) {
        Files.deleteIfExists(path());
        Files.deleteIfExists(LayoutRecord.beside(path()));
        record = Optional.empty();
      } else {
        check("Setting the length of", FileCalls.ftruncate(fd, before.sizeBytes()));
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private void remember(LayoutRecord laid) throws IOException {
    laid.write(path());
    record = Optional.of(laid);
  }

  private void check(String doing, int rc) throws IOException {
    if (rc < 0) {
      throw new IOException(FileProblem.sentence(doing, path(), rc, finding.mount()));
    }
  }
}
