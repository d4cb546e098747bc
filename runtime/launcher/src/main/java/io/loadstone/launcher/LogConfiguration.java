package io.loadstone.launcher;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.joran.ReconfigureOnChangeTask;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.NopStatusListener;
import ch.qos.logback.core.status.Status;
import ch.qos.logback.core.status.StatusListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the log up as the administrator's {@code logback.xml} says, or as shipped if that gives no
 * log: Logback itself would go on without one.
 */
final class LogConfiguration {
  private static final Pattern LEVEL = Pattern.compile("\\blevel=\"([^\"$]*)\"");
  private static final Set<String> LEVELS =
      Set.of("ALL", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF", "INHERITED", "NULL");

  private LogConfiguration() {}

  /**
   * Sets it up. To be called before anything is logged.
   *
   * @return what is wrong with the file, a sentence each
   */
  static List<String> load(Places places) {
    Path file = places.config().resolve("logback.xml");
    System.setProperty("logback.configurationFile", file.toUri().toString());
    // Otherwise it prints all that it thought while it read a file with an error in it.
    System.setProperty("logback.statusListenerClass", NopStatusListener.class.getName());
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    List<String> problems = new ArrayList<>(unknownLevels(file));
    context.getStatusManager().getCopyOfStatusList().stream()
        .filter(status -> status.getEffectiveLevel() >= Status.WARN)
        .findFirst() // the others follow from it
        .ifPresent(
            status -> {
              boolean asShipped = !logsToMoreThanTheConsole(context) && useShipped(places, context);
              problems.add(
                  "%s can't be used as it stands: %s; correct it, or remove it and the next start brings the default back%s"
                      .formatted(
                          file,
                          text(status),
                          asShipped ? " (until then the log is as it was shipped)" : ""));
            });
    context.getStatusManager().add(new Change(file));
    return problems;
  }

  private static List<String> unknownLevels(Path file) {
    List<String> problems = new ArrayList<>();
    try {
      Matcher level = LEVEL.matcher(Files.readString(file));
      while (level.find()) {
        if (!LEVELS.contains(level.group(1).toUpperCase(Locale.ROOT))) {
          problems.add(
              "%s in %s is no level, and counts as DEBUG; allowed: TRACE, DEBUG, INFO, WARN, ERROR, OFF"
                  .formatted(level.group(), file));
        }
      }
    } catch (IOException _) { // Logback says it
    }
    return problems;
  }

  private static boolean logsToMoreThanTheConsole(LoggerContext context) {
    for (ch.qos.logback.classic.Logger logger : context.getLoggerList()) {
      Iterator<Appender<ILoggingEvent>> appenders = logger.iteratorForAppenders();
      while (appenders.hasNext()) {
        Appender<ILoggingEvent> appender = appenders.next();
        if (appender.isStarted() && !(appender instanceof ConsoleAppender)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean useShipped(Places places, LoggerContext context) {
    context.reset();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    try {
      configurator.doConfigure(places.home().resolve("config/logback.xml").toFile());
      return true;
    } catch (JoranException _) { // the program itself is damaged; the sentence about the file stays
      context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.INFO);
      return false;
    }
  }

  private static String text(Status status) {
    Throwable cause = status.getThrowable();
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = status.getMessage();
    String why = cause == null ? null : cause.getMessage();
    return (why == null || message.contains(why) ? message : message + ": " + why)
        .replaceAll("\\s+", " ")
        .replaceAll("\\.$", "");
  }

  /** Tells that a change of the file while the agent runs was not taken. */
  private record Change(Path file) implements StatusListener {
    @Override
    public void addStatusEvent(Status status) {
      if (status.getEffectiveLevel() >= Status.WARN
          && status.getOrigin() instanceof ReconfigureOnChangeTask) {
        LoggerFactory.getLogger(LogConfiguration.class)
            .warn("{} can't be used as it was changed: {}", file, text(status));
      }
    }
  }
}
