package io.loadstone.engine.aio.internal;

import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.linux.SlotBuffers;
import io.loadstone.linux.TargetFiles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;

/** Drives files and block devices with Linux native asynchronous I/O. */
@Component(service = IoEngine.class, property = "loadstone.engine=aio")
public final class AioEngine implements IoEngine {
  private static final EngineTraits TRAITS =
      new EngineTraits(
          "aio",
          "Linux native AIO, many direct I/Os in flight from one thread; for kernels and containers"
              + " without io_uring. Through the page cache it is one I/O at a time.",
          true,
          true,
          80,
          List.of(SlotBuffers.HUGE_PAGES));

  private final AioSupport support = AioSupport.probe();

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
  public Optional<String> caution(TargetTraits target) {
    return target.direct()
        ? Optional.empty()
        : Optional.of(
            "through the page cache aio performs one I/O at a time for each loop, whatever is"
                + " outstanding");
  }

  @Override
  public List<String> notes() {
    if (support.unavailable().isPresent()) {
      return List.of();
    }
    return List.of(
        support.ringIsReadable()
            ? "completions are read from the kernel's ring, without a system call"
            : "completions are taken by system calls only: the layout of the kernel's ring is"
                + " unknown");
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    if (support.unavailable().isPresent()) {
      throw new IOException(support.unavailable().get());
    }
    return new AioQueue(targets, options);
  }
}
