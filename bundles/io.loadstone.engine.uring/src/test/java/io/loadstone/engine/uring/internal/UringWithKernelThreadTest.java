package io.loadstone.engine.uring.internal;

import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.testkit.IoEngineContract;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The same contract with a thread of the kernel that takes operations over. */
class UringWithKernelThreadTest extends IoEngineContract {
  private static final Map<String, String> SQPOLL = Map.of("sqpoll", "true");

  @Override
  protected IoEngine newEngine() {
    return new WithKernelThread(new UringEngine());
  }

  private record WithKernelThread(UringEngine engine) implements IoEngine {
    @Override
    public EngineTraits traits() {
      return engine.traits();
    }

    @Override
    public Optional<String> unavailable() {
      return engine.unavailable().or(() -> engine.refuses(List.of(), SQPOLL));
    }

    @Override
    public Optional<String> refuses(TargetTraits target) {
      return engine.refuses(target);
    }

    @Override
    public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
      return engine.open(
          targets,
          new QueueOptions(
              options.depth(), options.bufferBytes(), options.bufferAlignmentBytes(), SQPOLL));
    }
  }
}
