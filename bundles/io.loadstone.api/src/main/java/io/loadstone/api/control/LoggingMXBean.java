package io.loadstone.api.control;

import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/** Log levels; {@code io.loadstone:type=Logging}. */
@ProviderType
public interface LoggingMXBean {
  /** Name under which it is registered. */
  String OBJECT_NAME = "io.loadstone:type=Logging";

  /** Loggers that have a level of their own. */
  Map<String, String> getLevels();

  /**
   * The level that holds for a logger.
   *
   * @param logger such as {@code io.loadstone}, or {@code ROOT}
   */
  String level(String logger);

  /**
   * Sets a logger's level until the next start.
   *
   * @param logger such as {@code io.loadstone}, or {@code ROOT}
   * @param level TRACE, DEBUG, INFO, WARN, ERROR, OFF; empty to inherit again
   */
  void setLevel(String logger, String level);
}
