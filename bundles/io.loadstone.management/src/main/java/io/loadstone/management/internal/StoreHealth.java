package io.loadstone.management.internal;

import io.loadstone.api.run.ResultStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether results can be kept, by asking the store for a run. Whoever looks at the health
 * often costs the store little, and a store that hangs holds nobody up for long.
 *
 * <p><b>Threads:</b> any.
 */
final class StoreHealth {
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final LongSupplier clockNs;
  private final Duration bound;
  private @Nullable Question last;

  /**
   * Asks nothing yet.
   *
   * @param clockNs a clock like that of {@link System#nanoTime}
   * @param bound how long an answer is waited for
   */
  StoreHealth(LongSupplier clockNs, Duration bound) {
    this.clockNs = clockNs;
    this.bound = bound;
  }

  /** Why the store can't be used, as a sentence; an answer may be some seconds old. */
  Optional<String> problem(ResultStore store) {
    try {
      return answer(store);
    } catch (TimeoutException _) {
      return Optional.of(
          "The result store did not answer within "
              + bound.toSeconds()
              + " s; is the storage of its file slow or gone?");
    }
  }

  /**
   * The same, but empty while there is no answer: a slow store, or machine, is not a broken one.
   */
  Optional<String> failure(ResultStore store) {
    try {
      return answer(store);
    } catch (TimeoutException _) { // told as a problem
      return Optional.empty();
    }
  }

  private Optional<String> answer(ResultStore store) throws TimeoutException {
    try {
      return question(store).answer().get(bound.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      return Optional.of("The result store failed: " + e.getCause());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @SuppressWarnings("ReferenceEquality") // another service is asked anew, whatever it equals
  private synchronized Question question(ResultStore store) {
    Question known = last;
    long nowNs = clockNs.getAsLong();
    if (known != null
        && known.store() == store
        && (!known.answer().isDone() || nowNs - known.askedAtNs() < FRESH.toNanos())) {
      return known;
    }
    Question asked = new Question(store, nowNs, new CompletableFuture<>());
    last = asked;
    Thread.ofPlatform().daemon().name("loadstone-store-health").start(asked::ask);
    return asked;
  }

  private record Question(
      ResultStore store, long askedAtNs, CompletableFuture<Optional<String>> answer) {
    void ask() {
      try {
        store.runs(1);
        answer.complete(Optional.empty());
      } catch (IOException e) {
        answer.complete(Optional.of("Results can't be kept: " + e.getMessage() + "."));
      } catch (RuntimeException | LinkageError e) {
        answer.completeExceptionally(e);
      }
    }
  }
}
