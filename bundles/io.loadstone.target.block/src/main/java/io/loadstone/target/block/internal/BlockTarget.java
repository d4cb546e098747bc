package io.loadstone.target.block.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.target.BlockDevice;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.PathTarget;
import io.loadstone.api.target.TargetUri;
import io.loadstone.linux.BlockCalls;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.NativeIoException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An open device. Holds a descriptor of its own: exclusively if it is written, so that nobody
 * mounts it or makes it a part of something meanwhile.
 */
final class BlockTarget implements PathTarget {
  private final TargetUri uri;
  private final boolean writable;
  private final Devices devices;
  private final Finding finding;
  private final int fd;
  private final boolean detachingBefore;

  private volatile boolean closed;

  /**
   * Takes over an open device.
   *
   * @param fd open; for writing, and exclusively, if it is writable
   */
  BlockTarget(TargetUri uri, boolean writable, Devices devices, Finding finding, int fd) {
    this.uri = uri;
    this.writable = writable;
    this.devices = devices;
    this.finding = finding;
    this.fd = fd;
    this.detachingBefore = finding.device().detaching();
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
    return Finding.describe(finding.device(), finding.transport())
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
    String[] number = finding.device().number().split(":", -1);
    return number.length < 2
        ? Optional.empty() // unplugged
        : Optional.of(new BlockDevice(Integer.parseInt(number[0]), Integer.parseInt(number[1])));
  }

  @Override
  public Path path() {
    return finding.node();
  }

  @Override
  public boolean writable() {
    return writable;
  }

  @Override
  public Fill lay(Layout layout) {
    if (!writable || closed) {
      throw new IllegalStateException(path() + " was opened for reading only, or is closed");
    }
    return layout == Layout.WRITTEN ? Fill.WHOLE : Fill.NOTHING;
  }

  @Override
  public void filled() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      int rc = FileCalls.fsync(FileCalls.errnoSegment(arena), fd);
      if (rc < 0) {
        throw new NativeIoException("flush", rc, path().toString());
      }
    }
  }

  // A removed disk answers reads with no bytes and no error; each of these says so in its own way.
  @Override
  public Optional<String> lost() {
    Device device = finding.device();
    if (!Files.isDirectory(device.folder())) {
      return Optional.of(path() + " was removed while the run used it");
    }
    long nowBytes = BlockCalls.sizeBytes(fd);
    if (nowBytes < 0) {
      return Optional.of(
          path()
              + " cannot be reached any more: "
              + Errno.text((int) nowBytes)
              + ", "
              + Errno.meaning((int) nowBytes));
    }
    if (nowBytes < sizeBytes()) {
      return Optional.of(
          path()
              + " shrank from "
              + sizeBytes()
              + " to "
              + nowBytes
              + " bytes while the run used it"
              + (nowBytes == 0 ? ": its medium is gone" : ""));
    }
    if (!devices.isNode(path(), device) || device.sequence() != finding.sequence()) {
      return Optional.of(path() + " became another device while the run used it");
    }
    if (device.detaching() && !detachingBefore) {
      return Optional.of(path() + " was detached (losetup -d) while the run used it");
    }
    return Optional.empty();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      FileCalls.close(fd);
    }
  }
}
