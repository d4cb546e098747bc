package io.loadstone.logging.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.service.log.LogEntry;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LogReaderService;
import org.slf4j.LoggerFactory;

class LogBridgeTest {
  private static final AtomicLong SEQUENCE = new AtomicLong();
  private final ListAppender<ILoggingEvent> seen = new ListAppender<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

  @BeforeEach
  void listen() {
    seen.start();
    root.addAppender(seen);
    root.setLevel(Level.INFO); // as the agent does; without a configuration it is DEBUG
  }

  @AfterEach
  void detach() {
    root.detachAppender(seen);
  }

  @Test
  void keepsLevelTextExceptionAndLogger() {
    IllegalStateException cause = new IllegalStateException("why");
    new LogBridge()
        .logged(
            entry("org.example.Part", "it broke", LogLevel.ERROR, cause, bundle("org.example")));
    ILoggingEvent event = seen.list.getLast();
    assertThat(event.getLevel()).isEqualTo(Level.ERROR);
    assertThat(event.getLoggerName()).isEqualTo("org.example.Part");
    assertThat(event.getFormattedMessage()).isEqualTo("[org.example] it broke");
    assertThat(event.getThrowableProxy().getMessage()).isEqualTo("why");
  }

  @Test
  void takesABundleWithoutSymbolicName() {
    new LogBridge().logged(entry("", "hello", LogLevel.WARN, null, bundle(null)));
    assertThat(seen.list.getLast().getLoggerName()).isEqualTo("osgi.bundle-7");
    assertThat(seen.list.getLast().getFormattedMessage()).isEqualTo("[bundle-7] hello");
  }

  @Test
  void takesAnEntryThatSaysNothingAboutItself() {
    new LogBridge().logged(entry(null, null, null, null, null));
    assertThat(seen.list.getLast().getLevel()).isEqualTo(Level.INFO);
    assertThat(seen.list.getLast().getLoggerName()).isEqualTo("osgi.framework");
  }

  @Test
  void writesWhatWasSaidBeforeItCameOnceAndInItsOrder() {
    LogEntry first = entry("a.B", "first", LogLevel.ERROR, null, null);
    LogEntry second = entry("a.B", "second", LogLevel.ERROR, null, null);
    LogBridge bridge = new LogBridge();
    seen.list.clear();
    bridge.addReader(
        proxy(LogReaderService.class, "getLog", Collections.enumeration(List.of(second, first))));
    bridge.logged(second);
    bridge.logged(entry("a.B", "third", LogLevel.ERROR, null, null));
    assertThat(seen.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("first", "second", "third");
  }

  @Test
  void aPluginThatIsRefusedIsOneLineWithTheReason() {
    BundleException refused =
        new BundleException("Unable to cache bundle", new IllegalStateException("no manifest"));
    new LogBridge()
        .logged(
            entry(
                "org.apache.felix.fileinstall",
                "Failed to install artifact: /plugins/x.jar",
                LogLevel.ERROR,
                refused,
                bundle("org.apache.felix.fileinstall")));
    ILoggingEvent event = seen.list.getLast();
    assertThat(event.getLevel()).isEqualTo(Level.WARN);
    assertThat(event.getFormattedMessage())
        .isEqualTo(
            "[org.apache.felix.fileinstall] Failed to install artifact: /plugins/x.jar: no manifest");
    assertThat(event.getThrowableProxy()).isNull();
  }

  @Test
  void aValueThatIsNotAllowedIsOneLineAndAFaultKeepsItsTrace() {
    String said = "(7) : Error during instantiation of the implementation object: Constructor";
    new LogBridge()
        .logged(
            entry(
                "org.example.Part",
                said,
                LogLevel.ERROR,
                new InvocationTargetException(
                    new IllegalArgumentException("x.cfg: loops is \"a\"; allowed: 0 to 1024")),
                bundle("org.example")));
    ILoggingEvent event = seen.list.getLast();
    assertThat(event.getLevel()).isEqualTo(Level.ERROR);
    assertThat(event.getFormattedMessage())
        .endsWith(said + ": x.cfg: loops is \"a\"; allowed: 0 to 1024");
    assertThat(event.getThrowableProxy()).isNull();

    new LogBridge()
        .logged(
            entry(
                "org.example.Part",
                said,
                LogLevel.ERROR,
                new InvocationTargetException(new IllegalStateException("a fault")),
                bundle("org.example")));
    assertThat(seen.list.getLast().getThrowableProxy()).isNotNull();
  }

  private static Bundle bundle(String symbolicName) {
    return proxy(Bundle.class, "getSymbolicName", symbolicName, "getBundleId", 7L);
  }

  private static LogEntry entry(
      String logger, String message, LogLevel level, Throwable exception, Bundle bundle) {
    return proxy(
        LogEntry.class,
        "getLoggerName",
        logger,
        "getMessage",
        message,
        "getLogLevel",
        level,
        "getException",
        exception,
        "getBundle",
        bundle,
        "getSequence",
        SEQUENCE.incrementAndGet());
  }

  private static <T> T proxy(Class<T> type, Object... answers) {
    Map<Object, Object> byName = new java.util.HashMap<>();
    for (int i = 0; i < answers.length; i += 2) {
      byName.put(answers[i], answers[i + 1]);
    }
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> byName.get(method.getName())));
  }
}
