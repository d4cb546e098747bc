package io.loadstone.launcher;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the errors that are logged during the start: a component that can't be made is told to the
 * log only, and it is the cause that a person at the command line wants to read.
 */
final class LoggedErrors extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private static final int AT_MOST = 20;

  // Framework events come from the framework's own listener too, see AgentFramework.
  private static final String FRAMEWORK_EVENTS = "Events";

  private final Set<String> messages = new LinkedHashSet<>();

  /** Starts to listen. */
  static LoggedErrors listen() {
    LoggedErrors errors = new LoggedErrors();
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    errors.setContext(context);
    errors.setName("start");
    errors.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(errors);
    return errors;
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.ERROR)
        && !event.getLoggerName().startsWith(FRAMEWORK_EVENTS)) {
      synchronized (messages) {
        String text = text(event);
        // Declarative Services repeat what a component said itself.
        if (messages.size() < AT_MOST && messages.stream().noneMatch(text::contains)) {
          messages.add(text);
        }
      }
    }
  }

  private static String text(ILoggingEvent event) {
    IThrowableProxy cause = event.getThrowableProxy();
    if (cause == null) {
      return event.getFormattedMessage();
    }
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String why = cause.getMessage() == null ? cause.getClassName() : cause.getMessage();
    return event.getFormattedMessage() + ": " + why;
  }

  List<String> messages() {
    synchronized (messages) {
      return List.copyOf(messages);
    }
  }

  @Override
  public void close() {
    ((LoggerContext) getContext()).getLogger(Logger.ROOT_LOGGER_NAME).detachAppender(this);
    stop();
  }
}
