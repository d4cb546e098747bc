package io.loadstone.management.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.DirectionInterval;
import io.loadstone.api.result.EncodedHistogram;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunState;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentMetricsTest {
  private static final MBeanServer MBEANS = ManagementFactory.getPlatformMBeanServer();

  private final Fakes.Context context = new Fakes.Context(Map.of());
  private AgentMetrics metrics;

  @BeforeEach
  void start() {
    metrics = new AgentMetrics(context.bundleContext());
  }

  @AfterEach
  void stop() throws Exception {
    metrics.stop();
    assertThat(names()).isEmpty();
  }

  @Test
  void totalsOnlyRiseAndLiveFiguresGoWithTheRun() throws Exception {
    Fakes.FakeRun run = new Fakes.FakeRun("r1", Fakes.plan("p"));
    metrics.accepted(run);
    assertThat(value("live", "iops", "Value")).isEqualTo(-1.0);
    metrics.intervalEnded(run, interval(100, 300));
    metrics.intervalEnded(run, interval(50, 150));
    assertThat(value("read", "operations", "Count")).isEqualTo(150L);
    assertThat(value("write", "bytes", "Count")).isEqualTo(450L * 4_096);
    assertThat(value("read", "errors", "Count")).isEqualTo(2L);
    assertThat(value("live", "iops", "Value")).isEqualTo(200.0);
    assertThat(value("live", "responseTimeP99Ns", "Value")).isEqualTo(5.0);
    assertThat(value("live", "runs", "Value")).isEqualTo(1);
    run.state = RunState.FAILED;
    metrics.stateChanged(run, RunState.FAILED);
    assertThat(value("runs", "failed", "Count")).isEqualTo(1L);
    assertThat(value("runs", "completed", "Count")).isEqualTo(0L);
    assertThat(value("live", "iops", "Value")).isEqualTo(-1.0);
    assertThat(value("read", "operations", "Count")).isEqualTo(150L);
  }

  @Test
  void theirNumberDoesNotDependOnRuns() throws Exception {
    int before = names().size();
    for (int i = 0; i < 100; i++) {
      Fakes.FakeRun run = new Fakes.FakeRun("r" + i, Fakes.plan("p" + i));
      metrics.accepted(run);
      metrics.intervalEnded(run, interval(1, 1));
      metrics.stateChanged(run, RunState.COMPLETED);
    }
    assertThat(names()).hasSize(before).hasSizeLessThan(30);
    assertThat(value("live", "runs", "Value")).isEqualTo(0);
  }

  private static Interval interval(long reads, long writes) {
    return new Interval(
        0,
        false,
        0,
        1_000_000_000,
        direction(reads),
        direction(writes),
        Fakes.figures(reads + writes),
        CpuFigures.UNKNOWN,
        DeviceFigures.UNKNOWN,
        List.of());
  }

  private static DirectionInterval direction(long operations) {
    return new DirectionInterval(
        Fakes.figures(operations), EncodedHistogram.EMPTY, EncodedHistogram.EMPTY);
  }

  private static Object value(String group, String metric, String attribute) throws Exception {
    return MBEANS.getAttribute(
        new ObjectName("io.loadstone.metrics:type=" + group + ",name=" + metric), attribute);
  }

  private static Set<ObjectName> names() throws Exception {
    return MBEANS.queryNames(new ObjectName("io.loadstone.metrics:*"), null);
  }
}
