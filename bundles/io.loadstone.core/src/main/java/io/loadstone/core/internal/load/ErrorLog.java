package io.loadstone.core.internal.load;

import io.loadstone.api.engine.IoErrors;
import io.loadstone.api.engine.IoKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Failed operations of a run, by kind, target and error, so that a flood of them is a few lines;
 * says when there are too many.
 *
 * <p><b>Threads:</b> any. It locks, which is fine: whoever comes here has no figures to lose.
 */
public final class ErrorLog {
  private final long stopAfter;
  private final List<String> targets;
  private final Map<Key, Tally> sinceNotes = new LinkedHashMap<>();
  private long count;
  private String first = "";

  /**
   * @param stopAfter the run fails at this many
   * @param targets what a person knows the targets by
   */
  public ErrorLog(long stopAfter, List<String> targets) {
    this.stopAfter = stopAfter;
    this.targets = List.copyOf(targets);
  }

  /**
   * One operation failed.
   *
   * @return whether the run is to end
   */
  synchronized boolean failed(IoKind kind, int target, long offsetBytes, int result, int length) {
    if (count++ == 0) {
      first = IoErrors.describe(kind, offsetBytes, targets.get(target), result, length);
    }
    Tally tally =
        sinceNotes.computeIfAbsent(
            new Key(kind, target, Math.min(result, 0)),
            key ->
                new Tally(
                    IoErrors.describe(kind, offsetBytes, targets.get(target), result, length)));
    tally.count++;
    return count >= stopAfter;
  }

  /** Failed operations so far. */
  public synchronized long count() {
    return count;
  }

  /** Why the run ends: the first failure, and how many followed. */
  public synchronized String reason() {
    return count <= 1 ? first : first + "; " + count + " operations failed in all";
  }

  /** A sentence for each kind of failure since the last call. */
  public synchronized List<String> takeNotes() {
    List<String> notes = new ArrayList<>();
    sinceNotes.forEach(
        (key, tally) ->
            notes.add(
                tally.count == 1
                    ? tally.text
                    : tally.text + " (the first of " + tally.count + ")"));
    sinceNotes.clear();
    return notes;
  }

  private record Key(IoKind kind, int target, int result) {}

  private static final class Tally {
    final String text;
    long count;

    Tally(String text) {
      this.text = text;
    }
  }
}
