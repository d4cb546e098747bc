package io.loadstone.management.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Pattern;
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

  // The log service passes an exception on as one of its own, with the class in the message.
  private static final Pattern CLASS_NAME =
      Pattern.compile("^(?:[\\w$]+\\.)+[\\w$]*(?:Exception|Error): ");

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
    if (exception == null) {
      return;
    }
    String message = String.valueOf(entry.getMessage());
    Bundle bundle = entry.getBundle();
    if (message.endsWith(".jar")) {
      add(new Failure(message, innermost(exception)));
    } else if (bundle != null && exception.toString().contains("BundleException")) {
      add(new Failure(bundle.getLocation(), innermost(exception)));
    }
  }

  /** The last known reason why a bundle did not start. */
  Optional<String> of(Bundle bundle) {
    return at(bundle.getLocation());
  }

  /**
   * The last known reason why something did not become a bundle or did not start.
   *
   * @param location a bundle's location, or the path of a file
   */
  synchronized Optional<String> at(String location) {
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
    // "For input string" says less than what was made of it.
    while (cause.getCause() != null
        && cause.getCause().getMessage() != null
        && !(cause.getCause() instanceof NumberFormatException)) {
      cause = cause.getCause();
    }
    return CLASS_NAME.matcher(String.valueOf(cause.getMessage())).replaceFirst("");
  }

  /**
   * A failure.
   *
   * @param where ends with the location of the bundle
   */
  private record Failure(String where, String reason) {}
}
