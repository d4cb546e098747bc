package io.loadstone.servers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The connections of a queue: each target has some, and slots take turns on them.
 *
 * @param <C> what they are
 */
public final class TargetConnections<C extends ServerConnection> {
  private final List<C> all;
  // By target: its first connection, and how many there are.
  private final int[] firstOf;
  private final int[] countOf;

  private TargetConnections(List<C> all, int[] firstOf, int[] countOf) {
    this.all = all;
    this.firstOf = firstOf;
    this.countOf = countOf;
  }

  /**
   * Opens one.
   *
   * @param <T> what a target is
   * @param <C> what a connection is
   */
  @FunctionalInterface
  public interface Opener<T, C> {
    /**
     * Opens it.
     *
     * @param number of the connection in the queue, from 0 on
     * @throws IOException a sentence with the server and the reason
     */
    C open(T target, int number) throws IOException;
  }

  /**
   * Opens those of all targets and makes the queue on them; if that fails, nothing stays open.
   *
   * @param count how many a target has, at least 1
   * @param maker makes the queue, whose they are from then on
   */
  public static <T, C extends ServerConnection, Q extends ServerQueue> Q open(
      List<T> targets,
      ToIntFunction<T> count,
      Opener<T, C> opener,
      Function<TargetConnections<C>, Q> maker)
      throws IOException {
    int[] firstOf = new int[targets.size()];
    int[] countOf = new int[targets.size()];
    List<C> opened = new ArrayList<>();
    try {
      for (int t = 0; t < targets.size(); t++) {
        firstOf[t] = opened.size();
        countOf[t] = count.applyAsInt(targets.get(t));
        for (int c = 0; c < countOf[t]; c++) {
          opened.add(opener.open(targets.get(t), opened.size()));
        }
      }
      return maker.apply(new TargetConnections<>(List.copyOf(opened), firstOf, countOf));
    } catch (IOException | RuntimeException e) {
      opened.forEach(ServerConnection::close);
      throw e;
    }
  }

  /** All of them, by their numbers. */
  public List<C> all() {
    return all;
  }

  int numberFor(int target, int slot) {
    return firstOf[target] + slot % countOf[target];
  }
}
