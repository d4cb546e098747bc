package io.loadstone.api.engine;

import io.loadstone.api.target.Target;
import java.util.ArrayList;
import java.util.List;

/** For engines that drive only the targets of their own bundle, as those of protocols do. */
public final class OwnTargets {
  private OwnTargets() {}

  /**
   * The targets that {@link IoEngine#open} was given, as what they are.
   *
   * @param kind the engine's own
   * @throws IllegalArgumentException if there is none, or one of another kind
   */
  public static <T extends Target> List<T> of(Class<T> kind, List<? extends Target> targets) {
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("no target; allowed: 1 or more");
    }
    List<T> own = new ArrayList<>();
    for (Target target : targets) {
      if (!kind.isInstance(target)) {
        throw new IllegalArgumentException(
            target.uri() + " was not opened by the provider of " + kind.getSimpleName());
      }
      own.add(kind.cast(target));
    }
    return own;
  }
}
