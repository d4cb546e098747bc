package io.loadstone.nbd.internal;

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

/** Drives exports of NBD servers: any depth on one thread. */
@Component(service = IoEngine.class, property = "loadstone.engine=nbd")
public final class NbdEngine implements IoEngine {
  private static final EngineTraits TRAITS =
      new EngineTraits(
          "nbd",
          "Talks to NBD servers itself, without the kernel's client: any depth on one thread.",
          true,
          true,
          50);

  @Override
  public EngineTraits traits() {
    return TRAITS;
  }

  @Override
  public Optional<String> refuses(TargetTraits target) {
    return NbdUri.names(target.uri())
        ? Optional.empty()
        : Optional.of(target.uri() + " is not an export of an NBD server");
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    List<NbdTarget> exports = OwnTargets.of(NbdTarget.class, targets);
    for (NbdTarget target : exports) {
      int most = target.export().mostPayloadBytes();
      if (options.bufferBytes() > most) {
        throw new IOException(
            target.uri()
                + ": blocks of "
                + options.bufferBytes()
                + " bytes are more than the "
                + most
                + " that the server takes at once; use smaller blocks");
      }
    }
    return NbdQueue.open(exports, options);
  }
}
