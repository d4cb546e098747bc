package io.loadstone.sim.internal;

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

/** Completes operations on simulated devices when their models say so. */
@Component(service = IoEngine.class, property = "loadstone.engine=sim")
public final class SimEngine implements IoEngine {
  private static final EngineTraits TRAITS =
      new EngineTraits(
          "sim",
          "Drives simulated devices (sim:) in real time; moves no data.",
          true,
          // Its figures are those of its target, and of no other target than its own.
          true,
          10);

  @Override
  public EngineTraits traits() {
    return TRAITS;
  }

  @Override
  public Optional<String> refuses(TargetTraits target) {
    return target.uri().scheme().equals(SimTarget.SCHEME)
        ? Optional.empty()
        : Optional.of("it drives simulated devices (sim:) only, and not " + target.uri());
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    return new SimQueue(OwnTargets.of(SimTarget.class, targets), options);
  }
}
