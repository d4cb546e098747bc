package io.loadstone.management.internal;

import io.loadstone.api.plan.InvalidPlanException;
import io.loadstone.api.run.RunRefusedException;
import io.loadstone.api.target.Refusal;
import io.loadstone.api.target.TargetRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns whatever goes wrong inside into what a caller over JMX gets: one of three exceptions of the
 * JDK without a cause, since a remote client has none of our classes.
 */
final class Answers {
  private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

  private Answers() {}

  /** What {@code work} returns. */
  static <T extends @Nullable Object> T of(Work<T> work) {
    try {
      return work.call();
    } catch (RunRefusedException e) {
      throw refused(e.refusal());
    } catch (TargetRefusedException e) {
      throw refused(e.refusal());
    } catch (SecurityException e) {
      throw new SecurityException(e.getMessage());
    } catch (InvalidPlanException | IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage());
    } catch (IllegalStateException | IOException | UncheckedIOException e) {
      LOG.debug("An operation was not possible.", e);
      throw new IllegalStateException(e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("An operation failed.", e);
      throw new IllegalStateException("The agent failed at this (" + e + "); its log says where.");
    }
  }

  private static RuntimeException refused(Refusal refusal) {
    return switch (refusal.kind()) {
      case SAFETY -> new SecurityException(refusal.reason());
      case PLAN -> new IllegalArgumentException(refusal.reason());
      case IMPOSSIBLE_NOW -> new IllegalStateException(refusal.reason());
    };
  }

  /** An operation of the API. */
  @FunctionalInterface
  interface Work<T extends @Nullable Object> {
    T call() throws RunRefusedException, TargetRefusedException, InvalidPlanException, IOException;
  }
}
