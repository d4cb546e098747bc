package io.loadstone.nfs.internal;

import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.OwnTargets;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;

/** Drives files of NFS servers through libnfs: any depth on one thread. */
@Component(service = IoEngine.class, property = "loadstone.engine=nfs")
public final class NfsEngine implements IoEngine {
  private static final EngineTraits TRAITS =
      new EngineTraits(
          "nfs",
          "Talks to NFS servers through libnfs, without mounting: any depth on one thread; what is"
              + " read is copied once more than by the kernel's client.",
          true,
          true,
          50);

  @Override
  public EngineTraits traits() {
    return TRAITS;
  }

  @Override
  public Optional<String> unavailable() {
    return Libnfs.unavailable();
  }

  @Override
  public Optional<String> refuses(TargetTraits target) {
    return NfsUri.names(target.uri())
        ? Optional.empty()
        : Optional.of(target.uri() + " is not a file of an NFS server");
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    return NfsQueue.open(OwnTargets.of(NfsTarget.class, targets), options);
  }
}
