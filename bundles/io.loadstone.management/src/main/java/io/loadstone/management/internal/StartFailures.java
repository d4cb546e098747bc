package io.loadstone.management.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.service.log.LogEntry;
import org.osgi.service.log.LogListener;

/**
 * Why bundles did not start. The framework does not keep that: it tells it once, as an event to
 * whoever listens or as an exception to whoever started the bundle, who puts it into the log.
 */
final class StartFailures implements FrameworkListener, LogListener {
  private static final int MOST = 100;

  private final Deque<Failure> failures = new ArrayDeque<>();

  @Override
  public void frameworkEvent(FrameworkEvent event) {
    if (event.getType() == FrameworkEvent.ERROR && event.getThrowable() != null) {
      add(new Failure(event.getBundle().getLocation(), innermost(event.getThrowable())));
    }
  }

  @Override
  public void logged(LogEntry entry) {
    Throwable exception = entry.getException();
    if (exception != null && exception.toString().contains("BundleException")) {
      add(new Failure(String.valueOf(entry.getMessage()), innermost(exception)));
    }
  }

  /** The last known reason why a bundle did not start. */
  synchronized Optional<String> of(Bundle bundle) {
    String location = bundle.getLocation();
    return failures.stream()
        .filter(failure -> failure.where().endsWith(location))
        .map(Failure::reason)
        .findFirst();
  }

  private synchronized void add(Failure failure) {
    failures.addFirst(failure);
    if (failures.size() > MOST) {
      failures.removeLast();
    }
  }

  private static String innermost(Throwable throwable) {
    Throwable cause = throwable;
    while (cause.getCause() != null && cause.getCause().getMessage() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }

  /**
   * A failure.
   *
   * @param where ends with the location of the bundle
   */
  private record Failure(String where, String reason) {}
}
