package io.loadstone.engine.nio.internal;

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

/**
 * Drives files and block devices with what every JDK has, on any system.
 *
 * <p>It is synchronous on purpose: {@code AsynchronousFileChannel} hands each operation to a pool
 * of threads that do what a loop of this engine does, and allocates for it.
 */
@Component(service = IoEngine.class, property = "loadstone.engine=nio")
public final class NioEngine implements IoEngine {
  private static final EngineTraits TRAITS =
      new EngineTraits(
          "nio",
          "FileChannel, a thread for each outstanding I/O; for systems other than Linux, and to see"
              + " what a Java program sees.",
          false,
          true,
          30);

  @Override
  public EngineTraits traits() {
    return TRAITS;
  }

  @Override
  public Optional<String> refuses(TargetTraits target) {
    return target.path().isPresent() ? Optional.empty() : Optional.of(notServed(target));
  }

  static String notServed(TargetTraits target) {
    return target.uri() + " is not a file or block device";
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Java tells the error of a failed operation only in words; those that are not known here"
            + " count as EIO (5)");
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("no target; allowed: 1 or more");
    }
    return new NioQueue(targets, options);
  }
}
