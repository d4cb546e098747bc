package io.loadstone.nbd.internal;

import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import java.io.IOException;
import java.util.ArrayList;
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
  public Optional<String> unavailable() {
    return Optional.empty();
  }

  @Override
  public Optional<String> refuses(Target target) {
    return NbdUri.names(target.uri())
        ? Optional.empty()
        : Optional.of(target.uri() + " is not an export of an NBD server");
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("no target; allowed: 1 or more");
    }
    List<NbdTarget> exports = new ArrayList<>();
    for (Target target : targets) {
      if (!(target instanceof NbdTarget export)) {
        throw new IllegalArgumentException(refuses(target).orElse(target.uri() + " is not open"));
      }
      int most = export.export().mostPayloadBytes();
      if (options.bufferBytes() > most) {
        throw new IOException(
            target.uri()
                + ": blocks of "
                + options.bufferBytes()
                + " bytes are more than the "
                + most
                + " that the server takes at once; use smaller blocks");
      }
      exports.add(export);
    }
    return new NbdQueue(exports, options);
  }
}
