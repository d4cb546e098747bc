package io.loadstone.logging.internal;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.log.LogEntry;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LogListener;
import org.osgi.service.log.LogReaderService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Hands every entry of the OSGi log service to SLF4J. */
@Component(
    service = {},
    immediate = true)
public final class LogBridge implements LogListener {
  private static final String INSTALLER = "org.apache.felix.fileinstall";
  private static final Pattern REFUSED_FILE = Pattern.compile("^Failed to .*\\.(jar|cfg)$");
  // What Declarative Services say of a component whose constructor failed.
  private static final String NOT_MADE = "Error during instantiation of the implementation object";
  private static final Pattern CLASS_NAME =
      Pattern.compile("^(?:[\\w$]+\\.)+[\\w$]*(?:Exception|Error): ");

  /** Numbers of entries that were read from a history and may come once more. */
  private final Set<Long> replayed = new HashSet<>();

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  synchronized void addReader(LogReaderService reader) {
    reader.addLogListener(this);
    // What was said before this bridge stood: jars of plugins/ are looked at that early.
    for (LogEntry entry : Collections.list(reader.getLog()).reversed()) {
      replayed.add(entry.getSequence());
      write(entry);
    }
  }

  void removeReader(LogReaderService reader) {
    reader.removeLogListener(this);
  }

  @Override
  public synchronized void logged(LogEntry entry) {
    if (!replayed.remove(entry.getSequence())) {
      write(entry);
    }
  }

  private static void write(LogEntry entry) {
    Logger logger = LoggerFactory.getLogger(loggerName(entry));
    LoggingEventBuilder event = logger.atLevel(level(entry.getLogLevel()));
    Throwable exception = entry.getException();
    if (exception == null) {
      event.log("{}{}", origin(entry.getBundle()), entry.getMessage());
    } else if (isRefusedFile(entry) && !logger.isDebugEnabled()) {
      logger.warn("{}{}: {}", origin(entry.getBundle()), entry.getMessage(), reason(exception));
    } else if (isRefusedConfiguration(entry, exception) && !logger.isDebugEnabled()) {
      event.log("{}{}: {}", origin(entry.getBundle()), entry.getMessage(), reason(exception));
    } else {
      event.setCause(exception).log("{}{}", origin(entry.getBundle()), entry.getMessage());
    }
  }

  // Whoever put a file there that can't be taken, or wrote a value that is not allowed, needs the
  // reason; where in the framework it was found helps nobody. (The log service hands exceptions
  // over as its own, with the class in the text.)
  private static boolean isRefusedFile(LogEntry entry) {
    Bundle bundle = entry.getBundle();
    return bundle != null
        && INSTALLER.equals(bundle.getSymbolicName())
        && REFUSED_FILE.matcher(String.valueOf(entry.getMessage())).find();
  }

  private static boolean isRefusedConfiguration(LogEntry entry, Throwable exception) {
    return String.valueOf(entry.getMessage()).contains(NOT_MADE)
        && innermost(exception).toString().contains("java.lang.IllegalArgumentException");
  }

  private static String reason(Throwable exception) {
    return CLASS_NAME.matcher(String.valueOf(innermost(exception).getMessage())).replaceFirst("");
  }

  private static Throwable innermost(Throwable exception) {
    Throwable cause = exception;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  // The log service calls its own loggers "Events.Bundle", "LogService" and so on; only names with
  // a package in them tell who spoke.
  private static String loggerName(LogEntry entry) {
    String name = entry.getLoggerName();
    if (name != null && (name.indexOf('.') > 0 || name.equals("LogService"))) {
      return name;
    }
    Bundle bundle = entry.getBundle();
    return "osgi." + (bundle == null ? "framework" : nameOf(bundle));
  }

  private static String origin(@Nullable Bundle bundle) {
    return bundle == null ? "" : "[" + nameOf(bundle) + "] ";
  }

  // A plain jar that somebody dropped in has no symbolic name.
  private static String nameOf(Bundle bundle) {
    String name = bundle.getSymbolicName();
    return name == null ? "bundle-" + bundle.getBundleId() : name;
  }

  private static Level level(@Nullable LogLevel level) {
    return switch (level) {
      case TRACE -> Level.TRACE;
      case DEBUG -> Level.DEBUG;
      case WARN -> Level.WARN;
      case ERROR -> Level.ERROR;
      case INFO, AUDIT -> Level.INFO;
      case null -> Level.INFO;
    };
  }
}
