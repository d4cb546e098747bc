package io.loadstone.engine.sync.internal;

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

/** Drives files and block devices with pread and pwrite; works on every Linux. */
@Component(service = IoEngine.class, property = "loadstone.engine=sync")
public final class SyncEngine implements IoEngine {
  private static final EngineTraits TRAITS =
      new EngineTraits(
          "sync",
          "pread and pwrite, a thread for each outstanding I/O; works on every Linux.",
          false,
          true,
          50,
          List.of(SlotBuffers.HUGE_PAGES));

  @Override
  public EngineTraits traits() {
    return TRAITS;
  }

  @Override
  public Optional<String> unavailable() {
    return Platform.unsupported().map(reason -> "sync is not available: " + reason);
  }

  @Override
  public Optional<String> refuses(TargetTraits target) {
    return TargetFiles.refuses(target);
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    return new SyncQueue(targets, options);
  }
}
