package io.loadstone.store.internal;

import io.loadstone.api.result.RunSummary;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends of runs that could not be stored, mostly for want of room. They are known here until the
 * store takes them, so that nobody is told that such a run goes on.
 *
 * <p><b>Threads:</b> any.
 */
final class OwedEnds {
  private final Map<String, RunSummary> ends = new ConcurrentHashMap<>();

  /** Stores an end. */
  @FunctionalInterface
  interface Storing {
    void store(RunSummary end) throws IOException;
  }

  void add(RunSummary end) {
    ends.put(end.id(), end);
  }

  /** Tries once more; what still can't be stored stays owed. */
  void pay(Storing storing) {
    for (RunSummary end : List.copyOf(ends.values())) {
      try {
        storing.store(end);
        ends.remove(end.id(), end);
      } catch (IOException _) { // whoever stored it first was told why
        return;
      }
    }
  }

  /** What is known of a run: its end, if that is owed, or else what is stored. */
  RunSummary known(RunSummary stored) {
    return ends.getOrDefault(stored.id(), stored);
  }
}
