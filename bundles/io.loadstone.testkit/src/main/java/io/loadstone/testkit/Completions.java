package io.loadstone.testkit;

import io.loadstone.api.engine.CompletionSink;
import java.util.ArrayList;
import java.util.List;

/** Keeps the completions that a queue delivered, in order. */
public final class Completions implements CompletionSink {
  private final List<Completion> all = new ArrayList<>();

  @Override
  public void completed(int slot, int result) {
    all.add(new Completion(slot, result));
  }

  /** Every completion so far. */
  public List<Completion> all() {
    return List.copyOf(all);
  }

  /** The only completion. */
  public Completion only() {
    if (all.size() != 1) {
      throw new AssertionError("one completion was expected: " + all);
    }
    return all.getFirst();
  }

  /** Forgets what was delivered. */
  public void clear() {
    all.clear();
  }

  /**
   * One completion.
   *
   * @param slot whose operation is done
   * @param result bytes moved, or a negated errno
   */
  public record Completion(int slot, int result) {}
}
