package io.loadstone.report.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.result.DirectionInterval;
import io.loadstone.api.result.EncodedHistogram;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.ResultFormat;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.StepResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;

/**
 * The histograms of a run as an HdrHistogram log (V2, format 1.3): a line for each interval,
 * direction and kind of latency, with the tag {@code STEP-WORKLOAD-read|write-service|response}.
 * Times are in seconds from the run's start, values in nanoseconds, the column Interval_Max in
 * milliseconds.
 *
 * <p>Ramp-up intervals are left out, so that the lines of a tag added up are the step's result. An
 * interval in which a direction of the workload completed nothing has an empty histogram, not a
 * missing line.
 */
@Component(service = ResultFormat.class, property = "loadstone.format=hlog")
public final class HistogramLogFormat implements ResultFormat {
  private static final DateTimeFormatter DATE = Instants.utc("EEE MMM dd HH:mm:ss 'UTC' uuuu");
  private static final int NS_IN_MS = 6;
  // The range of the agent's recorders: some readers add only what is of one range.
  private static final long HIGHEST_NS = 3_600_000_000_000L;
  private static final EncodedHistogram NOTHING = encode(new Histogram(1, HIGHEST_NS, 3));

  @Override
  public String name() {
    return "hlog";
  }

  @Override
  public String description() {
    return "The latency histograms of every interval as an HdrHistogram log, by tags";
  }

  @Override
  public void write(RunResult result, Intervals intervals, Appendable out) throws IOException {
    header(result, out);
    Map<Integer, StepResult> steps = new HashMap<>();
    result.steps().forEach(step -> steps.put(step.step().index(), step));
    IntervalSink.feed(
        intervals,
        interval -> {
          if (!interval.rampUp()) {
            write(interval, steps.get(interval.step()), result.run().startedEpochMs(), out);
          }
        });
  }

  private static void header(RunResult result, Appendable out) throws IOException {
    long startMs = result.run().startedEpochMs();
    String seconds = decimals(startMs, 3);
    out.append("#[Loadstone ").append(result.agent().version());
    out.append(", run ").append(plain(result.run().id()));
    out.append(", values in nanoseconds, tags STEP-WORKLOAD-DIRECTION-LATENCY]\n");
    out.append("#[Histogram log format version 1.3]\n");
    out.append("#[StartTime: ").append(seconds).append(" (seconds since epoch), ");
    out.append(Instants.format(DATE, startMs)).append("]\n");
    out.append("#[BaseTime: ").append(seconds).append(" (seconds since epoch)]\n");
    out.append(
        "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\","
            + "\"Interval_Compressed_Histogram\"\n");
  }

  private static void write(
      Interval interval, @Nullable StepResult step, long baseMs, Appendable out)
      throws IOException {
    AccessSpecification workload = step == null ? null : step.step().workload();
    String tag = interval.step() + 1 + "-" + (workload == null ? "" : plain(workload.name()) + "-");
    String time =
        decimals(interval.startEpochMs() - baseMs, 3)
            + ","
            + decimals(interval.lengthNs(), 9)
            + ",";
    boolean reads =
        workload != null && workload.lines().stream().anyMatch(HistogramLogFormat::reads);
    boolean writes = workload != null && workload.writes();
    direction(tag + "read", time, reads, interval.read(), out);
    direction(tag + "write", time, writes, interval.write(), out);
  }

  private static boolean reads(AccessLine line) {
    return line.readPercent() > 0;
  }

  private static void direction(
      String tag, String time, boolean expected, DirectionInterval what, Appendable out)
      throws IOException {
    if (expected || what.figures().operations() > 0) {
      line(tag + "-service", time, what.figures().serviceTime(), what.serviceHistogram(), out);
      line(tag + "-response", time, what.figures().responseTime(), what.responseHistogram(), out);
    }
  }

  private static void line(
      String tag, String time, LatencyFigures latency, EncodedHistogram histogram, Appendable out)
      throws IOException {
    out.append("Tag=").append(tag).append(',').append(time);
    out.append(decimals(latency.count() == 0 ? 0 : latency.maxNs(), NS_IN_MS)).append(',');
    out.append((histogram.isEmpty() ? NOTHING : histogram).toBase64()).append('\n');
  }

  // A whole number by a power of ten, exact, with three decimals.
  private static String decimals(long value, int power) {
    return BigDecimal.valueOf(value, power).setScale(3, RoundingMode.HALF_UP).toPlainString();
  }

  // Tags have no commas and no blanks, and readers differ in what they decode.
  private static String plain(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  private static EncodedHistogram encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return new EncodedHistogram(Arrays.copyOf(buffer.array(), length));
  }
}
