package io.loadstone.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What connections tell about the target that they belong to. From any thread. */
public final class TargetNews {
  private final Queue<String> notes = new ConcurrentLinkedQueue<>();
  private final AtomicReference<@Nullable String> lost = new AtomicReference<>();

  /** Something for the time line. */
  public void note(String note) {
    notes.add(note);
  }

  /** The target is of no more use; the first reason stays. */
  public void lose(String reason) {
    lost.compareAndSet(null, reason);
  }

  /** The notes since the last call, oldest first. */
  public List<String> takeNotes() {
    List<String> taken = new ArrayList<>();
    for (String note = notes.poll(); note != null; note = notes.poll()) {
      taken.add(note);
    }
    return taken;
  }

  /** Why the target is of no more use; empty if it is. */
  public Optional<String> lost() {
    return Optional.ofNullable(lost.get());
  }
}
