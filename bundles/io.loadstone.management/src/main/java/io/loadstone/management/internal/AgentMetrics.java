package io.loadstone.management.internal;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.jmx.JmxReporter;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.RunState;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.RunListener;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import javax.management.ObjectName;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * Metrics of the agent's life, for monitoring that knows nothing of runs: a fixed set of names, one
 * MBean each, {@code io.loadstone.metrics:type=GROUP,name=METRIC}. Totals only ever rise; figures
 * of the live run are those of its last interval, and -1 while there is none.
 */
@Component(
    service = {},
    immediate = true)
public final class AgentMetrics implements RunListener {
  /** The domain of the MBeans. */
  static final String DOMAIN = "io.loadstone.metrics";

  private final MetricRegistry registry = new MetricRegistry();
  private final Counter accepted = registry.counter("runs.accepted");
  private final Map<RunState, Counter> ended = new EnumMap<>(RunState.class);
  private final Direction read = new Direction("read");
  private final Direction write = new Direction("write");
  private final Map<String, IoFigures> live = new ConcurrentHashMap<>();
  private final JmxReporter reporter;
  private final ServiceRegistration<RunListener> listener;

  /** Registers the MBeans and listens. */
  @Activate
  public AgentMetrics(BundleContext context) {
    ended.put(RunState.COMPLETED, registry.counter("runs.completed"));
    ended.put(RunState.STOPPED, registry.counter("runs.stopped"));
    ended.put(RunState.FAILED, registry.counter("runs.failed"));
    registry.gauge("live.runs", () -> (Gauge<Integer>) live::size);
    live("live.iops", figures -> figures.iops());
    live("live.mbPerSecond", figures -> figures.mbPerSecond());
    live("live.serviceTimeMeanNs", figures -> figures.serviceTime().meanNs());
    live("live.responseTimeMeanNs", figures -> figures.responseTime().meanNs());
    live("live.responseTimeP99Ns", figures -> figures.responseTime().p99Ns());
    live("live.responseTimeMaxNs", figures -> figures.responseTime().maxNs());
    reporter =
        JmxReporter.forRegistry(registry)
            .inDomain(DOMAIN)
            .createsObjectNamesWith((_, domain, metric) -> objectName(domain, metric))
            .build();
    reporter.start();
    listener = context.registerService(RunListener.class, this, null);
  }

  @Deactivate
  void stop() {
    listener.unregister();
    reporter.close();
  }

  @Override
  public void accepted(Run run) {
    accepted.inc();
  }

  @Override
  public void stateChanged(Run run, RunState state) {
    if (state.ended()) {
      live.remove(run.summary().id());
      Counter counter = ended.get(state);
      if (counter != null) {
        counter.inc();
      }
    }
  }

  @Override
  public void intervalEnded(Run run, Interval interval) {
    read.add(interval.read().figures());
    write.add(interval.write().figures());
    live.put(run.summary().id(), interval.total());
  }

  @Override
  public void forgotten(Run run) {
    live.remove(run.summary().id());
  }

  // Several runs at once have no common percentile: the figure is that of one of them only if it
  // is alone.
  private void live(String name, ToDoubleFunction<IoFigures> figure) {
    registry.gauge(
        name,
        () ->
            (Gauge<Double>)
                () -> {
                  IoFigures[] now = live.values().toArray(IoFigures[]::new);
                  return now.length == 1 && now[0].operations() > 0
                      ? figure.applyAsDouble(now[0])
                      : -1.0;
                });
  }

  private static ObjectName objectName(String domain, String metric) {
    int dot = metric.indexOf('.');
    return Registration.named(
        domain + ":type=" + metric.substring(0, dot) + ",name=" + metric.substring(dot + 1));
  }

  /** Totals in one direction. */
  private final class Direction {
    private final Counter operations;
    private final Counter bytes;
    private final Counter errors;

    Direction(String name) {
      operations = registry.counter(name + ".operations");
      bytes = registry.counter(name + ".bytes");
      errors = registry.counter(name + ".errors");
    }

    void add(IoFigures figures) {
      operations.inc(figures.operations());
      bytes.inc(figures.bytes());
      errors.inc(figures.errors());
    }
  }
}
