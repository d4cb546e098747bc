package io.loadstone.core.internal;

import io.loadstone.core.internal.account.RateMeter;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides from short windows when a generator goes at its full rate, and what that is. Just-in-time
 * compilation makes the first windows slow, and only that makes windows faster: so it goes on until
 * they rise no more. Whatever else disturbs a window makes it slower, so the best stretch counts.
 */
final class SteadyRate {
  /** Planned length of a window. */
  static final long WINDOW_NS = 25_000_000L;

  // What is measured: 100 ms.
  private static final int STRETCH = 4;
  private static final int LEAST_WINDOWS = 6;
  private static final int MOST_WINDOWS = 20;
  private static final double RISE = 1.05;

  private final List<RateMeter.Window> windows = new ArrayList<>();

  void add(RateMeter.Window window) {
    windows.add(window);
  }

  /** Whether the last stretch brought nothing better than what was before it. */
  boolean settled() {
    int size = windows.size();
    if (size < LEAST_WINDOWS) {
      return false;
    }
    int from = size - STRETCH;
    return size >= MOST_WINDOWS
        || best(windows.subList(from, size)) <= RISE * best(windows.subList(0, from));
  }

  private static double best(List<RateMeter.Window> some) {
    return some.stream().mapToDouble(RateMeter.Window::iops).max().orElse(0);
  }

  /** The rate of the best stretch; 0 if there was none. */
  double iops() {
    double best = 0;
    for (int from = 0; from + STRETCH <= windows.size(); from++) {
      best =
          Math.max(
              best,
              windows.subList(from, from + STRETCH).stream()
                  .reduce(RateMeter.Window::plus)
                  .orElseThrow()
                  .iops());
    }
    return best;
  }
}
