package io.loadstone.engine.noop.internal;

import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;

/** Completes every operation at once, without any I/O. */
// Whatever is registered as an IoEngine is found by its property; nothing else is to be done.
@Component(service = IoEngine.class, property = "loadstone.engine=noop")
public final class NoopEngine implements IoEngine {
  private static final EngineTraits TRAITS =
      new EngineTraits(
          "noop",
          "Completes every I/O at once without doing it: measures Loadstone itself.",
          // Many operations are in flight at once; a queue of a synchronous engine has one slot.
          true,
          // No data moves; "engine: auto" never takes such an engine for a real target.
          false,
          // The lowest of all: anything that can drive a target goes before.
          0);

  // One that needs something of the machine finds out once, in its constructor, and names the cause
  // and the cure in unavailable(). Its component is registered all the same, so that people see
  // why.
  @Override
  public EngineTraits traits() {
    return TRAITS;
  }

  // An engine looks at the kind of target here: target.path() is where the kernel serves
  // it, and target.uri() has the scheme.
  @Override
  public Optional<String> refuses(TargetTraits target) {
    return Optional.empty();
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("no target; allowed: 1 or more");
    }
    return new NoopQueue(options);
  }
}
