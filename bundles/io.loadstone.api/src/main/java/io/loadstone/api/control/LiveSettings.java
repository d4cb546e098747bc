package io.loadstone.api.control;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Settings of a part that goes on working while its configuration changes. A change that can't be
 * taken leaves the former ones in force and is {@linkplain #problems told}.
 *
 * <p><b>Threads:</b> any.
 *
 * @param <T> the settings, immutable
 */
public final class LiveSettings<T> implements PartHealth {
  private volatile T current;
  private volatile List<String> problems = List.of();

  /** Begins with these. */
  public LiveSettings(T first) {
    current = first;
  }

  /** Those in force. */
  public T current() {
    return current;
  }

  /**
   * Takes others.
   *
   * @param next gives them, or throws an {@link IllegalArgumentException} whose message says what
   *     is wrong, with its cure
   * @param log takes the problem, if they can't be taken
   */
  public void change(Supplier<T> next, Consumer<String> log) {
    try {
      current = next.get();
      problems = List.of();
    } catch (IllegalArgumentException e) {
      String problem = e.getMessage() + " (What was set before stays in force meanwhile.)";
      problems = List.of(problem);
      log.accept(problem);
    }
  }

  @Override
  public List<String> problems() {
    return problems;
  }
}
