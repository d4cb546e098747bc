package io.loadstone.store.internal;

import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The columns that steps and intervals have in common: processor time and figures by direction. */
final class FigureColumns {
  private static final List<String> LATENCY =
      List.of(
          "count",
          "min_ns",
          "mean_ns",
          "stddev_ns",
          "p50_ns",
          "p90_ns",
          "p95_ns",
          "p99_ns",
          "p999_ns",
          "p9999_ns",
          "max_ns");

  /** Processor time. */
  static final List<String> CPU =
      List.of(
          "agent_percent_of_one_core",
          "host_percent",
          "steal_percent",
          "cpu_microseconds_per_operation",
          "host_user_percent",
          "host_system_percent",
          "host_softirq_percent",
          "host_iowait_percent",
          "context_switches_per_second",
          "interrupts_per_second");

  /** What the block devices behind the targets did. */
  static final List<String> DEVICE =
      List.of(
          "device_read_operations",
          "device_read_bytes",
          "device_write_operations",
          "device_write_bytes",
          "device_queue_length",
          "device_utilisation_percent");

  /** The figures of reads, writes and both. */
  static final List<String> READ_WRITE_TOTAL = readWriteTotal();

  private static final int UNKNOWN = -1;

  private FigureColumns() {}

  static void bind(Parameters to, CpuFigures cpu) throws SQLException {
    bindKnown(to, cpu.agentPercentOfOneCore());
    bindKnown(to, cpu.hostPercent());
    bindKnown(to, cpu.stealPercent());
    to.real(cpu.microsecondsPerOperation());
    HostFigures host = cpu.host();
    bindKnown(to, host.userPercent());
    bindKnown(to, host.systemPercent());
    bindKnown(to, host.softirqPercent());
    bindKnown(to, host.iowaitPercent());
    bindKnown(to, host.contextSwitchesPerSecond());
    bindKnown(to, host.interruptsPerSecond());
  }

  static CpuFigures cpu(Columns from) throws SQLException {
    return new CpuFigures(
        from.real(UNKNOWN),
        from.real(UNKNOWN),
        from.real(UNKNOWN),
        from.real(),
        new HostFigures(
            from.real(UNKNOWN),
            from.real(UNKNOWN),
            from.real(UNKNOWN),
            from.real(UNKNOWN),
            from.real(UNKNOWN),
            from.real(UNKNOWN)));
  }

  static void bind(Parameters to, DeviceFigures device) throws SQLException {
    if (!device.known()) {
      for (int column = 0; column < DEVICE.size(); column++) {
        to.nothing();
      }
      return;
    }
    to.whole(device.readOperations()).whole(device.readBytes());
    to.whole(device.writeOperations()).whole(device.writeBytes());
    to.real(device.queueLength()).real(device.utilisationPercent());
  }

  static DeviceFigures device(Columns from) throws SQLException {
    return new DeviceFigures(
        from.whole(UNKNOWN),
        from.whole(UNKNOWN),
        from.whole(UNKNOWN),
        from.whole(UNKNOWN),
        from.real(UNKNOWN),
        from.real(UNKNOWN));
  }

  static void bind(Parameters to, IoFigures figures) throws SQLException {
    to.whole(figures.operations()).whole(figures.bytes()).whole(figures.errors());
    to.real(figures.iops()).real(figures.mbPerSecond());
    bind(to, figures.serviceTime());
    bind(to, figures.responseTime());
  }

  static IoFigures figures(Columns from) throws SQLException {
    return new IoFigures(
        from.whole(),
        from.whole(),
        from.whole(),
        from.real(),
        from.real(),
        latency(from),
        latency(from));
  }

  // Whoever averages the column must not count an unknown figure as -1.
  private static void bindKnown(Parameters to, double figure) throws SQLException {
    if (figure == UNKNOWN) {
      to.nothing();
    } else {
      to.real(figure);
    }
  }

  private static void bind(Parameters to, LatencyFigures latency) throws SQLException {
    to.whole(latency.count());
    if (latency.count() == 0) {
      // The latency of nothing is not 0: a reader that averages the column must not see one.
      for (int column = 1; column < LATENCY.size(); column++) {
        to.nothing();
      }
      return;
    }
    to.whole(latency.minNs()).real(latency.meanNs()).real(latency.stddevNs());
    to.whole(latency.p50Ns()).whole(latency.p90Ns()).whole(latency.p95Ns()).whole(latency.p99Ns());
    to.whole(latency.p999Ns()).whole(latency.p9999Ns()).whole(latency.maxNs());
  }

  private static LatencyFigures latency(Columns from) throws SQLException {
    return new LatencyFigures(
        from.whole(),
        from.whole(),
        from.real(),
        from.real(),
        from.whole(),
        from.whole(),
        from.whole(),
        from.whole(),
        from.whole(),
        from.whole(),
        from.whole());
  }

  private static List<String> readWriteTotal() {
    List<String> columns = new ArrayList<>();
    for (String direction : List.of("read", "write", "total")) {
      for (String figure : List.of("operations", "bytes", "errors", "iops", "mb_per_second")) {
        columns.add(direction + "_" + figure);
      }
      for (String time : List.of("service", "response")) {
        LATENCY.forEach(column -> columns.add(direction + "_" + time + "_" + column));
      }
    }
    return List.copyOf(columns);
  }
}
