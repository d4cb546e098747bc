package io.loadstone.http.internal;

import org.jolokia.core.api.LogHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Jolokia's own remarks; they are details of single requests, so they go to DEBUG. */
final class JolokiaLog implements LogHandler {
  private static final Logger LOG = LoggerFactory.getLogger("org.jolokia");

  @Override
  public void debug(String message) {
    LOG.debug("{}", message);
  }

  @Override
  public void info(String message) {
    LOG.debug("{}", message);
  }

  @Override
  public void error(String message, Throwable cause) {
    LOG.warn("{}", message, cause);
  }

  @Override
  public boolean isDebug() {
    return false;
  }
}
