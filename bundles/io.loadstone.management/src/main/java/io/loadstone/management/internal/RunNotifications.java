package io.loadstone.management.internal;

import io.loadstone.api.control.AgentMXBean;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.RunListener;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;

/**
 * Tells JMX clients of changed states and ended steps. A thread of its own delivers, so that a slow
 * client never holds a run up.
 */
final class RunNotifications implements RunListener, AutoCloseable {
  private final AtomicLong sequence = new AtomicLong();
  private final ExecutorService thread;
  private final NotificationBroadcasterSupport broadcaster;

  RunNotifications() {
    thread =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("notifications").factory());
    broadcaster =
        new NotificationBroadcasterSupport(
            thread,
            new MBeanNotificationInfo(
                new String[] {AgentMXBean.RUN_STATE, AgentMXBean.STEP_ENDED},
                Notification.class.getName(),
                "A run's state changed, or one of its steps ended."));
  }

  NotificationBroadcasterSupport emitter() {
    return broadcaster;
  }

  @Override
  public void accepted(Run run) {
    stateChanged(run, run.summary().state());
  }

  @Override
  public void stateChanged(Run run, RunState state) {
    RunSummary summary = run.summary();
    Map<String, String> data = data(summary);
    data.put("state", state.name());
    send(
        AgentMXBean.RUN_STATE,
        "Run %s (%s) is %s%s"
            .formatted(
                summary.id(),
                summary.name(),
                state,
                summary.reason().isEmpty() ? "." : ": " + summary.reason()),
        data);
  }

  @Override
  public void stepEnded(Run run, StepResult result) {
    RunSummary summary = run.summary();
    Map<String, String> data = data(summary);
    data.put("step", String.valueOf(result.step().number()));
    data.put("workload", result.step().workload().name());
    data.put("iops", String.valueOf(result.total().iops()));
    data.put("verdict", result.verdict().state().text());
    send(
        AgentMXBean.STEP_ENDED,
        "Step %d of run %s (%s) ended."
            .formatted(result.step().number(), summary.id(), summary.name()),
        data);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  private static Map<String, String> data(RunSummary summary) {
    Map<String, String> data = new TreeMap<>();
    data.put("run", summary.id());
    data.put("name", summary.name());
    return data;
  }

  private void send(String type, String message, Map<String, String> data) {
    if (thread.isShutdown()) {
      return;
    }
    Notification notification =
        new Notification(
            type,
            AgentMXBean.OBJECT_NAME,
            sequence.incrementAndGet(),
            System.currentTimeMillis(),
            message);
    notification.setUserData(data);
    broadcaster.sendNotification(notification);
  }
}
