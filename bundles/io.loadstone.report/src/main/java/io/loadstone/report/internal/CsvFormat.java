package io.loadstone.report.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.ResultFormat;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Component;

/**
 * The intervals of a run as CSV (RFC 4180): a header, then one row for each interval with every
 * direction in it, so that they share one time stamp. Names are those of the JSON result, with the
 * direction in front and the unit at the end.
 *
 * <p>Each row repeats what the run and its step are, so that the file stands alone and several can
 * be put together. Of an interval whose step has not ended, the fields from {@code workload} to
 * {@code direct} are empty. An interval without operations has zeros and empty latencies. Ramp-up
 * rows say so in {@code rampUp}; a step's totals are the sums of its other rows.
 */
@Component(service = ResultFormat.class, property = "loadstone.format=csv")
public final class CsvFormat implements ResultFormat {
  private static final List<String> RUN =
      List.of("runId", "runName", "labels", "host", "agentVersion");
  private static final List<String> STEP =
      List.of(
          "workload",
          "accessSpecification",
          "blockSizeBytes",
          "readPercent",
          "randomPercent",
          "workers",
          "outstandingPerWorker",
          "ratePerSecond",
          "rateUnit",
          "arrivalLaw",
          "arrivalBurst",
          "pass",
          "targets",
          "engine",
          "direct");
  private static final List<String> TIME = List.of("rampUp", "startAt", "startEpochMs", "lengthNs");
  private static final List<String> DIRECTIONS = List.of("read", "write", "total");
  private static final List<String> FIGURES =
      List.of("Operations", "Bytes", "Errors", "Iops", "MbPerSecond");
  private static final List<String> LATENCIES = List.of("ServiceTime", "ResponseTime");
  private static final List<String> LATENCY =
      List.of(
          "MinNs",
          "MeanNs",
          "StddevNs",
          "P50Ns",
          "P90Ns",
          "P95Ns",
          "P99Ns",
          "P999Ns",
          "P9999Ns",
          "MaxNs");
  private static final List<String> ARRIVALS =
      List.of(
          "arrivals",
          "arrivalsStarted",
          "arrivalsLate",
          "arrivalsLateByGenerator",
          "arrivalsBacklog",
          "arrivalsSkipped");
  private static final List<String> CPU =
      List.of(
          "agentPercentOfOneCore",
          "hostPercent",
          "stealPercent",
          "microsecondsPerOperation",
          "hostUserPercent",
          "hostSystemPercent",
          "hostSoftirqPercent",
          "hostIowaitPercent",
          "contextSwitchesPerSecond",
          "interruptsPerSecond");

  private static final List<String> DEVICE =
      List.of(
          "deviceReadOperations",
          "deviceReadBytes",
          "deviceWriteOperations",
          "deviceWriteBytes",
          "deviceReadIops",
          "deviceWriteIops",
          "deviceQueueLength",
          "deviceUtilisationPercent");

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public String description() {
    return "The intervals as CSV, one row a second, complete with the parameters of their step";
  }

  @Override
  public void write(RunResult result, Intervals intervals, Appendable out) throws IOException {
    CsvRow row = new CsvRow(out);
    for (String name : header()) {
      row.text(name);
    }
    row.end();
    // What every row repeats is put into words once.
    String run = fields(fields -> run(fields, result));
    String unknown = fields(fields -> fields.empty(STEP.size()));
    Map<Integer, String> steps = new HashMap<>();
    for (StepResult step : result.steps()) {
      steps.put(step.step().index(), fields(fields -> step(fields, step)));
    }
    IntervalSink.feed(
        intervals,
        interval -> {
          row.fields(run);
          row.number(interval.step() + 1);
          row.fields(steps.getOrDefault(interval.step(), unknown));
          measured(row, interval);
          row.end();
        });
  }

  /** The names of the columns, in order. */
  static List<String> header() {
    List<String> names = new ArrayList<>(RUN);
    names.add("step");
    names.addAll(STEP);
    names.addAll(TIME);
    for (String direction : DIRECTIONS) {
      FIGURES.forEach(figure -> names.add(direction + figure));
      for (String latency : LATENCIES) {
        LATENCY.forEach(figure -> names.add(direction + latency + figure));
      }
    }
    names.addAll(ARRIVALS);
    names.addAll(CPU);
    names.addAll(DEVICE);
    names.add("notes");
    return names;
  }

  private static String fields(Fields fields) throws IOException {
    StringBuilder text = new StringBuilder();
    fields.write(new CsvRow(text));
    return text.toString();
  }

  private static void run(CsvRow row, RunResult result) throws IOException {
    row.text(result.run().id());
    row.text(result.run().name());
    row.text(
        result.run().labels().entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining("; ")));
    row.text(result.agent().host());
    row.text(result.agent().version());
  }

  private static void measured(CsvRow row, Interval interval) throws IOException {
    row.text(Boolean.toString(interval.rampUp()));
    row.text(Instants.iso(interval.startEpochMs()));
    row.number(interval.startEpochMs());
    row.number(interval.lengthNs());
    figures(row, interval.read().figures());
    figures(row, interval.write().figures());
    figures(row, interval.total());
    arrivals(row, interval);
    cpu(row, interval.cpu(), interval.total().operations());
    device(row, interval.device(), interval.lengthNs() / 1e9);
    row.text(String.join("; ", interval.notes()));
  }

  private static void step(CsvRow row, StepResult step) throws IOException {
    List<AccessLine> lines = step.step().workload().lines();
    row.text(step.step().workload().name());
    row.text(AccessText.of(step.step().workload()));
    common(row, lines, AccessLine::sizeBytes);
    common(row, lines, AccessLine::readPercent);
    common(row, lines, AccessLine::randomPercent);
    row.number(step.step().workers());
    row.number(step.step().outstandingPerWorker());
    openLoop(row, step.step());
    row.number(step.step().pass());
    row.text(String.join("; ", step.targets()));
    row.text(step.engine());
    row.text(Boolean.toString(step.direct()));
  }

  // What all lines of the access specification have in common; empty if they differ.
  private static void common(CsvRow row, List<AccessLine> lines, ToDoubleFunction<AccessLine> field)
      throws IOException {
    double[] values = lines.stream().mapToDouble(field).distinct().toArray();
    row.number(values.length == 1 ? values[0] : Double.NaN);
  }

  private static void figures(CsvRow row, IoFigures figures) throws IOException {
    row.number(figures.operations());
    row.number(figures.bytes());
    row.number(figures.errors());
    row.number(figures.iops());
    row.number(figures.mbPerSecond());
    latency(row, figures.serviceTime());
    latency(row, figures.responseTime());
  }

  private static void openLoop(CsvRow row, StepPlan step) throws IOException {
    if (step.openLoop().isEmpty()) {
      row.empty(4);
      return;
    }
    OpenLoop open = step.openLoop().get();
    row.number(open.rate().perSecond());
    row.text(open.rate().unit().name());
    row.text(open.arrivals().law().name());
    row.number(open.arrivals().burst());
  }

  private static void arrivals(CsvRow row, Interval interval) throws IOException {
    if (interval.arrivals().isEmpty()) {
      row.empty(ARRIVALS.size());
      return;
    }
    ArrivalFigures kept = interval.arrivals().get();
    row.number(kept.arrivals());
    row.number(kept.started());
    row.number(kept.late());
    row.number(kept.lateByGenerator());
    row.number(kept.backlog());
    row.number(kept.skipped());
  }

  private static void latency(CsvRow row, LatencyFigures latency) throws IOException {
    if (latency.count() == 0) {
      row.empty(LATENCY.size());
      return;
    }
    row.number(latency.minNs());
    row.number(latency.meanNs());
    row.number(latency.stddevNs());
    row.number(latency.p50Ns());
    row.number(latency.p90Ns());
    row.number(latency.p95Ns());
    row.number(latency.p99Ns());
    row.number(latency.p999Ns());
    row.number(latency.p9999Ns());
    row.number(latency.maxNs());
  }

  private static void cpu(CsvRow row, CpuFigures cpu, long operations) throws IOException {
    row.number(unlessNegative(cpu.agentPercentOfOneCore()));
    row.number(unlessNegative(cpu.hostPercent()));
    row.number(unlessNegative(cpu.stealPercent()));
    row.number(operations == 0 ? Double.NaN : unlessNegative(cpu.microsecondsPerOperation()));
    HostFigures host = cpu.host();
    row.number(unlessNegative(host.userPercent()));
    row.number(unlessNegative(host.systemPercent()));
    row.number(unlessNegative(host.softirqPercent()));
    row.number(unlessNegative(host.iowaitPercent()));
    row.number(unlessNegative(host.contextSwitchesPerSecond()));
    row.number(unlessNegative(host.interruptsPerSecond()));
  }

  private static void device(CsvRow row, DeviceFigures device, double seconds) throws IOException {
    if (!device.known()) {
      row.empty(DEVICE.size());
      return;
    }
    row.number(device.readOperations());
    row.number(device.readBytes());
    row.number(device.writeOperations());
    row.number(device.writeBytes());
    row.number(unlessNegative(device.readIops(seconds)));
    row.number(unlessNegative(device.writeIops(seconds)));
    row.number(device.queueLength());
    row.number(device.utilisationPercent());
  }

  private static double unlessNegative(double value) {
    return value < 0 ? Double.NaN : value;
  }

  @FunctionalInterface
  private interface Fields {
    void write(CsvRow row) throws IOException;
  }
}
