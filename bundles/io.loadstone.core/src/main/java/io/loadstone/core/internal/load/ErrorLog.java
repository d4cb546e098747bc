package io.loadstone.core.internal.load;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoErrors;
import io.loadstone.api.engine.IoKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

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
  private final Set<Key> told = new HashSet<>();
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

  /**
   * A sentence for each kind of failure since the last call. Where it was and what to do about it
   * is told once; if such failures go on, it is how many.
   */
  public synchronized List<String> takeNotes() {
    List<String> notes = new ArrayList<>();
    sinceNotes.forEach(
        (key, tally) ->
            notes.add(
                !told.add(key)
                    ? again(key, tally.count)
                    : tally.count == 1
                        ? tally.text
                        : tally.text + " (the first of " + tally.count + ")"));
    sinceNotes.clear();
    return notes;
  }

  private String again(Key key, long times) {
    return "%s %s %s as before, %s"
        .formatted(
            key.kind().name().toLowerCase(Locale.ROOT),
            key.kind() == IoKind.FLUSH ? "of" : "on",
            targets.get(key.target())
                + (key.result() < 0
                    ? " failed with " + Errno.text(key.result())
                    : " moved too few bytes"),
            times == 1 ? "once more" : times + " times more");
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
