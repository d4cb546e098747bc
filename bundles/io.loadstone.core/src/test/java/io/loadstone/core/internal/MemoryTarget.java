package io.loadstone.core.internal;

import io.loadstone.api.target.BlockDevice;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** A target whose bytes are in memory. */
public final class MemoryTarget implements Target {
  public final MemorySegment content;
  public volatile boolean filled;
  public volatile boolean closed;
  public volatile Optional<String> lost = Optional.empty();
  public volatile Optional<BlockDevice> device = Optional.empty();

  /** Whoever looks waits for it. */
  public volatile CountDownLatch looks = new CountDownLatch(0);

  private final TargetTraits traits;

  public MemoryTarget(TargetUri uri, long sizeBytes, int alignmentBytes) {
    this.traits =
        new TargetTraits(uri, "mem:" + uri.path(), sizeBytes, alignmentBytes, PageCache.NONE);
    this.content = Arena.ofAuto().allocate(sizeBytes);
  }

  public static MemoryTarget of(long sizeBytes) {
    return new MemoryTarget(TargetUri.parse("mem:a"), sizeBytes, 512);
  }

  @Override
  public TargetTraits traits() {
    return traits;
  }

  @Override
  public String description() {
    return "memory";
  }

  @Override
  public Optional<BlockDevice> device() {
    return device;
  }

  @Override
  public Fill lay(Layout layout) {
    return layout == Layout.WRITTEN && !filled ? Fill.WHOLE : Fill.NOTHING;
  }

  @Override
  public void filled() {
    filled = true;
  }

  @Override
  public Optional<String> lost() {
    while (looks.getCount() > 0) {
      LockSupport.parkNanos(1_000_000);
    }
    return lost;
  }

  @Override
  public void close() {
    closed = true;
  }
}
