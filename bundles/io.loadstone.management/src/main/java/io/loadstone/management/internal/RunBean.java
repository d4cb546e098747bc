package io.loadstone.management.internal;

import io.loadstone.api.control.RunMXBean;
import io.loadstone.api.plan.PlanText;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.run.LiveFigures;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.SetPoint;
import io.loadstone.api.run.SetPoints;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run as an MBean; every attribute is read from the run when it is asked for. */
final class RunBean implements RunMXBean {
  private final Run run;
  private final Supplier<@Nullable PlanText> planText;

  RunBean(Run run, Supplier<@Nullable PlanText> planText) {
    this.run = run;
    this.planText = planText;
  }

  private LiveFigures live() {
    return run.live();
  }

  @Override
  public String getId() {
    return run.summary().id();
  }

  @Override
  public String getName() {
    return run.summary().name();
  }

  @Override
  public String getState() {
    return run.summary().state().name();
  }

  @Override
  public String getReason() {
    return run.summary().reason();
  }

  @Override
  public String getActivity() {
    return live().activity();
  }

  @Override
  public String getPlan() {
    PlanText text = planText.get();
    if (text == null) {
      throw new IllegalStateException(
          "The plan reader (bundle io.loadstone.plan) is not there, so no plan can be written.");
    }
    return text.toYaml(run.plan());
  }

  @Override
  public Map<String, String> getLabels() {
    return run.summary().labels();
  }

  @Override
  public long getStartedEpochMs() {
    return run.summary().startedEpochMs();
  }

  @Override
  public long getEndedEpochMs() {
    return run.summary().endedEpochMs();
  }

  @Override
  public int getStep() {
    return live().step() + 1;
  }

  @Override
  public int getSteps() {
    return live().steps();
  }

  @Override
  public String getWorkload() {
    return live().workload();
  }

  @Override
  public int getWorkers() {
    return live().workers();
  }

  @Override
  public int getOutstandingPerWorker() {
    return run.setPoints()
        .map(SetPoints::outstandingPerWorker)
        .orElseGet(() -> live().outstandingPerWorker());
  }

  @Override
  public void setOutstandingPerWorker(int outstanding) {
    change(SetPoint.OUTSTANDING, Integer.toString(outstanding));
  }

  @Override
  public String getRate() {
    return run.setPoints().flatMap(SetPoints::rate).map(Rate::format).orElse("");
  }

  @Override
  public void setRate(@Nullable String rate) {
    change(SetPoint.RATE, Texts.orEmpty(rate));
  }

  @Override
  public double getReadPercent() {
    return run.setPoints().map(SetPoints::readPercent).orElse(-1.0);
  }

  @Override
  public void setReadPercent(double percent) {
    change(SetPoint.READ, Double.toString(percent));
  }

  @Override
  public int getBlockSizeBytes() {
    return run.setPoints().map(SetPoints::blockSizeBytes).orElse(-1);
  }

  @Override
  public void setBlockSizeBytes(int bytes) {
    change(SetPoint.BLOCK_SIZE, Integer.toString(bytes));
  }

  @Override
  public long getThinkTimeNs() {
    return run.setPoints().flatMap(SetPoints::thinkTime).map(Duration::toNanos).orElse(-1L);
  }

  @Override
  public void setThinkTimeNs(long ns) {
    change(SetPoint.THINK_TIME, ns + "ns");
  }

  private void change(SetPoint point, String value) {
    change(Map.of(point, value));
  }

  @Override
  public void change(@Nullable String changes) {
    change(
        Answers.of(
            () -> {
              Map<SetPoint, String> wanted = new EnumMap<>(SetPoint.class);
              Texts.pairs(changes, "set point")
                  .forEach((key, value) -> wanted.put(SetPoint.of(key), value));
              return wanted;
            }));
  }

  private void change(Map<SetPoint, String> wanted) {
    Answers.of(
        () -> {
          run.change(wanted);
          return true;
        });
  }

  @Override
  public long getLateStarts() {
    return live().arrivals().map(ArrivalFigures::late).orElse(-1L);
  }

  @Override
  public long getBacklog() {
    return live().arrivals().map(ArrivalFigures::backlog).orElse(-1L);
  }

  @Override
  public long getIntervalEpochMs() {
    return live().intervalEpochMs();
  }

  @Override
  public long getIntervalCount() {
    return live().intervals();
  }

  @Override
  public double getIops() {
    return live().total().iops();
  }

  @Override
  public double getReadIops() {
    return live().read().iops();
  }

  @Override
  public double getWriteIops() {
    return live().write().iops();
  }

  @Override
  public double getMbPerSecond() {
    return live().total().mbPerSecond();
  }

  @Override
  public double getReadMbPerSecond() {
    return live().read().mbPerSecond();
  }

  @Override
  public double getWriteMbPerSecond() {
    return live().write().mbPerSecond();
  }

  @Override
  public double getServiceTimeMeanNs() {
    LatencyFigures time = live().total().serviceTime();
    return time.count() == 0 ? -1 : time.meanNs();
  }

  @Override
  public double getResponseTimeMeanNs() {
    LatencyFigures time = live().total().responseTime();
    return time.count() == 0 ? -1 : time.meanNs();
  }

  @Override
  public long getResponseTimeP50Ns() {
    IoFigures total = live().total();
    return responseTime(total, total.responseTime().p50Ns());
  }

  @Override
  public long getResponseTimeP99Ns() {
    IoFigures total = live().total();
    return responseTime(total, total.responseTime().p99Ns());
  }

  @Override
  public long getResponseTimeMaxNs() {
    IoFigures total = live().total();
    return responseTime(total, total.responseTime().maxNs());
  }

  private static long responseTime(IoFigures total, long ns) {
    return total.responseTime().count() == 0 ? -1 : ns;
  }

  @Override
  public double getAgentPercentOfOneCore() {
    return live().cpu().agentPercentOfOneCore();
  }

  @Override
  public double getHostPercent() {
    return live().cpu().hostPercent();
  }

  @Override
  public double getHostUserPercent() {
    return live().cpu().host().userPercent();
  }

  @Override
  public double getHostSystemPercent() {
    return live().cpu().host().systemPercent();
  }

  @Override
  public double getHostSoftirqPercent() {
    return live().cpu().host().softirqPercent();
  }

  @Override
  public double getHostIowaitPercent() {
    return live().cpu().host().iowaitPercent();
  }

  @Override
  public double getStealPercent() {
    return live().cpu().stealPercent();
  }

  @Override
  public double getContextSwitchesPerSecond() {
    return live().cpu().host().contextSwitchesPerSecond();
  }

  @Override
  public double getInterruptsPerSecond() {
    return live().cpu().host().interruptsPerSecond();
  }

  @Override
  public double getDeviceReadIops() {
    LiveFigures live = live();
    return live.device().readIops(live.intervalLengthNs() / 1e9);
  }

  @Override
  public double getDeviceWriteIops() {
    LiveFigures live = live();
    return live.device().writeIops(live.intervalLengthNs() / 1e9);
  }

  @Override
  public double getDeviceQueueLength() {
    return live().device().queueLength();
  }

  @Override
  public double getDeviceUtilisationPercent() {
    return live().device().utilisationPercent();
  }

  @Override
  public long getErrors() {
    return live().errors();
  }

  @Override
  public double getPercentDone() {
    return live().percentDone();
  }

  @Override
  public double getSecondsLeft() {
    return live().secondsLeft();
  }

  @Override
  public void stop() {
    run.stop();
  }

  @Override
  public void abort() {
    run.abort();
  }
}
