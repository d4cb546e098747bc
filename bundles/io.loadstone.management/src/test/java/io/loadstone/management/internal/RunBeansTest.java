package io.loadstone.management.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.control.RunMXBean;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.result.RunState;
import io.loadstone.api.run.RunListener;
import io.loadstone.api.run.SetPoint;
import io.loadstone.api.run.SetPoints;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** MBeans of runs: what they show, and that their number is bounded. */
class RunBeansTest {
  private static final MBeanServer MBEANS = ManagementFactory.getPlatformMBeanServer();

  private final Fakes.Context context = new Fakes.Context(Map.of());
  private final Fakes.FakeRuns runs = new Fakes.FakeRuns();
  private RunBeans beans;
  private RunListener listener;

  @BeforeEach
  void start() {
    beans = new RunBeans(context.bundleContext());
    listener = context.listeners.getFirst();
  }

  @AfterEach
  void stop() throws Exception {
    beans.stop();
    assertThat(names()).isEmpty();
    assertThat(context.listeners).isEmpty();
  }

  @Test
  void showsARunsFiguresAndMinusOneWhereNothingCompleted() throws Exception {
    Fakes.FakeRun run = run("20261130-184412-7f3a");
    listener.accepted(run);
    RunMXBean bean =
        JMX.newMXBeanProxy(
            MBEANS, new ObjectName("io.loadstone:type=Run,id=\"" + run.id + "\""), RunMXBean.class);
    assertThat(bean.getResponseTimeP99Ns()).isEqualTo(-1);
    assertThat(bean.getResponseTimeMaxNs()).isEqualTo(-1);
    assertThat(bean.getServiceTimeMeanNs()).isEqualTo(-1);
    run.total = Fakes.figures(1_000);
    run.state = RunState.RUNNING;
    assertThat(bean.getIops()).isEqualTo(1_000);
    assertThat(bean.getWriteMbPerSecond()).isEqualTo(4.096);
    assertThat(bean.getReadIops()).isZero();
    assertThat(bean.getResponseTimeP50Ns()).isEqualTo(2);
    assertThat(bean.getResponseTimeP99Ns()).isEqualTo(5);
    assertThat(bean.getResponseTimeMeanNs()).isEqualTo(2.5);
    assertThat(bean.getState()).isEqualTo("RUNNING");
    assertThat(bean.getStep()).as("people count from 1").isEqualTo(1);
    assertThat(bean.getErrors()).isEqualTo(3);
    assertThat(bean.getAgentPercentOfOneCore()).isEqualTo(12.5);
    assertThat(bean.getHostPercent()).isEqualTo(62);
    assertThat(bean.getHostUserPercent()).isEqualTo(30);
    assertThat(bean.getHostSystemPercent()).isEqualTo(20);
    assertThat(bean.getHostSoftirqPercent()).isEqualTo(8);
    assertThat(bean.getHostIowaitPercent()).isEqualTo(5);
    assertThat(bean.getStealPercent()).isEqualTo(4);
    assertThat(bean.getContextSwitchesPerSecond()).isEqualTo(4_000);
    assertThat(bean.getInterruptsPerSecond()).isEqualTo(900);
    assertThat(bean.getDeviceReadIops()).as("150 in 1.5 s").isEqualTo(100);
    assertThat(bean.getDeviceWriteIops()).as("75 in 1.5 s").isEqualTo(50);
    assertThat(bean.getDeviceQueueLength()).isEqualTo(3.5);
    assertThat(bean.getDeviceUtilisationPercent()).isEqualTo(80);
    assertThat(bean.getEndedEpochMs()).isZero();
    assertThat(bean.getLabels()).isEmpty();
    bean.stop();
    bean.abort();
    assertThat(run.stops + run.aborts).isEqualTo(2);
  }

  @Test
  void setPointsAreWritableWhileAStepIsUnderWay() throws Exception {
    Fakes.FakeRun run = run("20261130-184412-7f3a");
    listener.accepted(run);
    ObjectName name = new ObjectName("io.loadstone:type=Run,id=\"" + run.id + "\"");
    RunMXBean bean = JMX.newMXBeanProxy(MBEANS, name, RunMXBean.class);
    assertThat(bean.getRate()).isEmpty();
    assertThat(bean.getReadPercent()).isEqualTo(-1);
    assertThat(bean.getBlockSizeBytes()).isEqualTo(-1);
    assertThat(bean.getThinkTimeNs()).isEqualTo(-1);
    assertThat(bean.getOutstandingPerWorker()).as("as planned").isEqualTo(4);
    assertThat(bean.getBacklog()).isEqualTo(-1);
    assertThatThrownBy(() -> bean.setRate("5000/s"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("No step is under way.");

    run.setPoints =
        new SetPoints(
            AccessSpecification.of("w", 8192, 60, 100).withDelay(Duration.ofMillis(2)),
            16,
            Optional.of(Rate.parse("200MB/s")));

    assertThat(bean.getOutstandingPerWorker()).isEqualTo(16);
    assertThat(bean.getRate()).isEqualTo("200MB/s");
    assertThat(bean.getReadPercent()).isEqualTo(60);
    assertThat(bean.getBlockSizeBytes()).isEqualTo(8192);
    assertThat(bean.getThinkTimeNs()).isEqualTo(2_000_000);
    bean.setOutstandingPerWorker(32);
    bean.setRate("300MB/s");
    bean.setReadPercent(70.5);
    bean.setBlockSizeBytes(4096);
    bean.setThinkTimeNs(500);
    bean.change("rate=8000/s; read=50%\nblockSize=8k");
    assertThat(run.changes)
        .containsExactly(
            Map.of(SetPoint.OUTSTANDING, "32"),
            Map.of(SetPoint.RATE, "300MB/s"),
            Map.of(SetPoint.READ, "70.5"),
            Map.of(SetPoint.BLOCK_SIZE, "4096"),
            Map.of(SetPoint.THINK_TIME, "500ns"),
            Map.of(SetPoint.RATE, "8000/s", SetPoint.READ, "50%", SetPoint.BLOCK_SIZE, "8k"));
    assertThatThrownBy(() -> bean.change("rates=5"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "There is no set point \"rates\" (did you mean rate?); there are: outstanding, rate,"
                + " read, blockSize, thinkTime.");
  }

  @Test
  void keepsTheNumberOfMBeansBoundedOverAThousandRuns() throws Exception {
    Deque<Fakes.FakeRun> recent = new ArrayDeque<>();
    for (int i = 0; i < 1_000; i++) {
      Fakes.FakeRun run = run("run-" + i);
      listener.accepted(run);
      recent.add(run);
      if (recent.size() > 21) {
        listener.forgotten(recent.remove());
      }
      assertThat(names()).hasSizeLessThanOrEqualTo(22);
    }
    assertThat(names()).hasSize(21);
  }

  @Test
  void takesUpRunsThatWereThereBeforeAndDropsThemWithTheirRegistry() throws Exception {
    runs.start(Fakes.plan("a"));
    runs.start(Fakes.plan("b"));
    beans.addRuns(runs);
    listener.accepted(runs.recent.getFirst());
    assertThat(names()).hasSize(2);
    beans.removeRuns(runs);
    assertThat(names()).isEmpty();
    listener.forgotten(runs.recent.getFirst());
  }

  @Test
  void takesIdsThatNeedQuotes() throws Exception {
    listener.accepted(run("a,b=\"c\"*?"));
    assertThat(names()).hasSize(1);
  }

  private static Fakes.FakeRun run(String id) {
    return new Fakes.FakeRun(id, Fakes.plan("p"));
  }

  private static Set<ObjectName> names() throws Exception {
    return MBEANS.queryNames(new ObjectName("io.loadstone:type=Run,*"), null);
  }
}
