package io.loadstone.engine.uring.internal;

import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileSystemStatus;
import io.loadstone.linux.NativeIoException;
import io.loadstone.linux.SlotBuffers;
import io.loadstone.linux.TargetFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drives files and block devices with io_uring. */
@Component(service = IoEngine.class, property = "loadstone.engine=uring")
public final class UringEngine implements IoEngine {
  private static final Logger log = LoggerFactory.getLogger(UringEngine.class);
  private static final EngineTraits TRAITS =
      new EngineTraits(
          "uring",
          "io_uring, many I/Os in flight from one thread; the least CPU for each.",
          true,
          true,
          100,
          List.of(UringOptions.SQPOLL, UringOptions.IOPOLL, SlotBuffers.HUGE_PAGES));

  private final RingSupport support;
  private final AtomicReference<String> lastUnregistered = new AtomicReference<>("");

  /** Looks at what the kernel can do. */
  public UringEngine() {
    this(RingSupport.probe());
    log.info(
        "{}",
        support.unavailable().orElseGet(() -> "io_uring is available; " + support.flagsInUse()));
  }

  UringEngine(RingSupport support) {
    this.support = support;
  }

  @Override
  public EngineTraits traits() {
    return TRAITS;
  }

  @Override
  public Optional<String> unavailable() {
    return support.unavailable();
  }

  @Override
  public Optional<String> refuses(TargetTraits target) {
    return TargetFiles.refuses(target);
  }

  @Override
  public Optional<String> refuses(List<TargetTraits> targets, Map<String, String> engineOptions) {
    return support.refuses(engineOptions).or(() -> UringOptions.unpolled(targets, engineOptions));
  }

  @Override
  public List<String> notes() {
    return support.notes();
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    if (support.unavailable().isPresent()) {
      throw new IOException(support.unavailable().get());
    }
    Optional<String> refusal =
        refuses(targets.stream().map(Target::traits).toList(), options.engineOptions());
    if (refusal.isPresent()) {
      throw new IOException(refusal.get());
    }
    UringQueue queue =
        new UringQueue(support, TargetFiles.open(targets, UringEngine::moreFlags), options);
    queue.unregistered().ifPresent(this::tellOnce);
    return queue;
  }

  // The kernel hands each operation to a thread of its own if the file system does not say that it
  // can do without waiting, and those in memory don't say so. A file that is open O_NONBLOCK is
  // taken at its word; on one that waits for a device or a server that would be a lie.
  private static int moreFlags(TargetTraits file) {
    try {
      boolean neverWaits =
          !file.direct()
              && FileSystemStatus.isInMemory(
                  FileSystemStatus.of(file.path().orElseThrow().path()).type());
      return neverWaits ? FileCalls.O_NONBLOCK : 0;
    } catch (NativeIoException _) {
      return 0; // opening it says why
    }
  }

  // Each loop of each step opens a queue; the reason is news only when it changes.
  private void tellOnce(String reason) {
    if (!reason.equals(lastUnregistered.getAndSet(reason))) {
      log.info("{}; I/O works without, at a little more CPU", reason);
    }
  }
}
