package io.loadstone.logging.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.LoggerContext;
import io.loadstone.api.control.LoggingMXBean;
import java.lang.management.ManagementFactory;
import javax.management.JMX;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LevelsTest {
  private Levels component;
  private LoggingMXBean levels;

  @BeforeEach
  void start() throws Exception {
    component = new Levels();
    levels =
        JMX.newMXBeanProxy(
            ManagementFactory.getPlatformMBeanServer(),
            new ObjectName(LoggingMXBean.OBJECT_NAME),
            LoggingMXBean.class);
  }

  @AfterEach
  void stop() throws Exception {
    component.stop();
  }

  @Test
  void setsALevelAndGivesItBackToInheritance() {
    levels.setLevel("test.levels", "warn");
    assertThat(levels.getLevels()).containsEntry("test.levels", "WARN");
    assertThat(levels.level("test.levels.below")).isEqualTo("WARN");
    assertThat(LoggerFactory.getLogger("test.levels").isInfoEnabled()).isFalse();
    levels.setLevel("test.levels", "");
    assertThat(levels.getLevels()).doesNotContainKey("test.levels");
    assertThat(levels.level("test.levels")).isEqualTo(levels.level("ROOT"));
  }

  @Test
  void refusesAnUnknownLevelWithTheAllowedOnes() {
    assertThatThrownBy(() -> levels.setLevel("test.levels", "LOUD"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\"LOUD\" is no log level; allowed: TRACE, DEBUG, INFO, WARN, ERROR, OFF, or nothing to inherit again.");
  }

  @Test
  void refusesToTakeTheRootsLevelAway() {
    assertThatThrownBy(() -> levels.setLevel("ROOT", " "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing to inherit");
    assertThatThrownBy(() -> levels.setLevel("", "INFO"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name is empty");
  }

  @Test
  void askingForALevelMakesNoLogger() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    assertThat(levels.level("never.made.before")).isEqualTo(levels.level("ROOT"));
    levels.setLevel("never.made.before", "");
    assertThat(context.exists("never.made.before")).isNull();
  }

  @Test
  void stopsTwiceWithoutHarm() throws Exception {
    component.stop();
    component.stop();
    assertThat(
            ManagementFactory.getPlatformMBeanServer()
                .isRegistered(new ObjectName(LoggingMXBean.OBJECT_NAME)))
        .isFalse();
  }
}
