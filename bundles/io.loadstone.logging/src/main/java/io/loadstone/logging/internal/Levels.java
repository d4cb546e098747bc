package io.loadstone.logging.internal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import io.loadstone.api.control.LoggingMXBean;
import io.loadstone.api.control.SelfExplaining;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanRegistrationException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** Logback's levels as an MBean. */
@Component(
    service = {},
    immediate = true)
public final class Levels implements LoggingMXBean {
  private static final List<String> ALLOWED =
      List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF");

  private final LoggerContext context;
  private final ObjectName name;

  /** Registers the MBean. */
  @Activate
  public Levels() throws JMException {
    ILoggerFactory factory = LoggerFactory.getILoggerFactory();
    if (!(factory instanceof LoggerContext logback)) {
      throw new IllegalStateException(
          "logging goes to "
              + factory.getClass().getName()
              + ", not to Logback; levels can't be changed");
    }
    context = logback;
    name = new ObjectName(OBJECT_NAME);
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(SelfExplaining.of(this, LoggingMXBean.class), name);
  }

  @Deactivate
  void stop() throws MBeanRegistrationException {
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    } catch (InstanceNotFoundException _) {
      // Somebody else has removed it already, which is what is wanted.
    }
  }

  @Override
  public Map<String, String> getLevels() {
    Map<String, String> levels = new TreeMap<>();
    for (Logger logger : context.getLoggerList()) {
      if (logger.getLevel() != null) {
        levels.put(logger.getName(), logger.getLevel().toString());
      }
    }
    return levels;
  }

  // Asks the nearest logger that exists: Logback never forgets one that was made.
  @Override
  public String level(String logger) {
    String known = known(logger);
    while (!known.isEmpty()) {
      Logger existing = context.exists(known);
      if (existing != null) {
        return existing.getEffectiveLevel().toString();
      }
      known = known.substring(0, Math.max(0, known.lastIndexOf('.')));
    }
    return root().getLevel().toString();
  }

  @Override
  public void setLevel(String logger, String level) {
    String known = known(logger);
    Level parsed = parse(level);
    if (known.isEmpty()) {
      if (parsed == null) {
        throw new IllegalArgumentException(
            "ROOT has nothing to inherit a level from; give it one of "
                + String.join(", ", ALLOWED)
                + ".");
      }
      root().setLevel(parsed);
    } else if (parsed != null || context.exists(known) != null) {
      context.getLogger(known).setLevel(parsed);
    }
  }

  private Logger root() {
    return context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  // The name as Logback keeps it; empty for the root logger.
  private static String known(@Nullable String logger) {
    String stripped = logger == null ? "" : logger.strip();
    if (stripped.isEmpty()) {
      throw new IllegalArgumentException(
          "The logger's name is empty; name one such as io.loadstone, or ROOT for all.");
    }
    return stripped.equalsIgnoreCase(org.slf4j.Logger.ROOT_LOGGER_NAME) ? "" : stripped;
  }

  private static @Nullable Level parse(@Nullable String level) {
    String word = level == null ? "" : level.strip().toUpperCase(Locale.ROOT);
    if (word.isEmpty()) {
      return null;
    }
    if (!ALLOWED.contains(word)) {
      throw new IllegalArgumentException(
          "\""
              + level
              + "\" is no log level; allowed: "
              + String.join(", ", ALLOWED)
              + ", or nothing to inherit again.");
    }
    return Level.toLevel(word);
  }
}
