package io.loadstone.engine.mmap.internal;

import io.loadstone.api.engine.EngineOption;
import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.linux.Platform;
import io.loadstone.linux.SlotBuffers;
import io.loadstone.linux.TargetFiles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;

/** Drives files and block devices by copying from and to their mapped pages. */
@Component(service = IoEngine.class, property = "loadstone.engine=mmap")
public final class MmapEngine implements IoEngine {
  static final EngineOption ADVICE =
      new EngineOption(
          "advice",
          "what the kernel is told about the mapping (madvise): random reads nothing ahead,"
              + " sequential reads far ahead.",
          List.of("normal", "random", "sequential"));

  private static final EngineTraits TRAITS =
      new EngineTraits(
          "mmap",
          "copies from and to the mapped file, a thread for each outstanding I/O; through the page"
              + " cache by nature, as programs that map their files do it.",
          false,
          true,
          10,
          List.of(ADVICE, SlotBuffers.HUGE_PAGES));

  @Override
  public EngineTraits traits() {
    return TRAITS;
  }

  @Override
  public Optional<String> unavailable() {
    return Platform.unsupported().map(reason -> "mmap is not available: " + reason);
  }

  @Override
  public Optional<String> refuses(TargetTraits target) {
    return TargetFiles.refuses(target)
        .or(
            () ->
                target.direct()
                    ? Optional.of(
                        "mmap goes through the page cache by nature, and "
                            + target.uri()
                            + " is to bypass it: say direct: off, or take another engine")
                    : Optional.empty());
  }

  @Override
  public Optional<String> caution(TargetTraits target) {
    return Optional.of(
        "an operation of mmap is a copy of memory, and the kernel writes and reads pages when it"
            + " sees fit, and two writes of one place at the same time may mix, which a verify would"
            + " tell; it is taken only if the plan names it");
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    for (Target target : targets) {
      refuses(target.traits())
          .ifPresent(
              reason -> {
                throw new IllegalArgumentException(reason);
              });
    }
    return new MmapQueue(targets, options);
  }
}
