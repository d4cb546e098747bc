package io.loadstone.report.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.DirectionInterval;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.RunResult;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramLogFormatTest {
  private static final AccessSpecification MIXED =
      AccessSpecification.of("file share, 64 KiB", 8192, 50, 100);
  private static final String TAG = "1-file_share__64_KiB-";

  @TempDir Path folder;

  @Test
  void theHeaderIsThatOfFormat13() {
    String text = Samples.write(new HistogramLogFormat(), result(), Samples.NO_INTERVALS);

    assertThat(text)
        .isEqualTo(
            """
            #[Loadstone 0.1.0, run 20261130-184412-7f3a, values in nanoseconds, tags STEP-WORKLOAD-DIRECTION-LATENCY]
            #[Histogram log format version 1.3]
            #[StartTime: 1796064252.345 (seconds since epoch), Mon Nov 30 18:44:12 UTC 2026]
            #[BaseTime: 1796064252.345 (seconds since epoch)]
            "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
            """);
  }

  @Test
  void aLineHasTagStartLengthAndMaximumInMilliseconds() {
    Histogram service = histogram(2_500_000);
    Interval interval =
        new Interval(
            0,
            false,
            Samples.START + 655,
            1_000_499_999,
            Samples.direction(service, histogram(3_000_000)),
            DirectionInterval.NONE,
            IoFigures.NONE,
            Samples.CPU,
            DeviceFigures.UNKNOWN,
            List.of());
    List<String> lines =
        Samples.write(new HistogramLogFormat(), result(), each -> each.accept(interval))
            .lines()
            .filter(line -> line.startsWith("Tag="))
            .toList();

    // HdrHistogram's own maximum is the end of its bucket: 2500607 ns.
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).startsWith("Tag=" + TAG + "read-service,0.655,1.000,2.501,HISTFAAA");
    assertThat(lines.get(1)).startsWith("Tag=" + TAG + "read-response,0.655,1.000,3.00");
    assertThat(lines.get(2)).startsWith("Tag=" + TAG + "write-service,0.655,1.000,0.000,HISTFAAA");
    assertThat(lines.get(3)).startsWith("Tag=" + TAG + "write-response,0.655,1.000,0.000,HISTFAAA");
  }

  @Test
  void theLibraryReadsItBackToTheFiguresOfTheResult() {
    Random random = new Random(7);
    List<Interval> intervals = new ArrayList<>();
    Map<String, Histogram> expected = new TreeMap<>();
    for (int second = 0; second < 40; second++) {
      // Every fifth second the target stalls; ramp-up is not part of the result.
      boolean rampUp = second < 3;
      int operations = second % 5 == 4 ? 0 : random.nextInt(1, 2000);
      DirectionInterval read = direction(random, operations, "read", rampUp, expected);
      DirectionInterval write = direction(random, operations, "write", rampUp, expected);
      intervals.add(
          new Interval(
              0,
              rampUp,
              Samples.START + second * 1000L,
              1_000_000_000,
              read,
              write,
              IoFigures.NONE,
              Samples.CPU,
              DeviceFigures.UNKNOWN,
              List.of()));
    }

    String text = Samples.write(new HistogramLogFormat(), result(), intervals::forEach);

    Map<String, Integer> lines = new TreeMap<>();
    Map<String, Histogram> read = read(text, lines);
    assertThat(read.keySet()).isEqualTo(expected.keySet()).hasSize(4);
    assertThat(lines.values()).containsOnly(37);
    read.forEach(
        (tag, histogram) -> {
          LatencyFigures figures = Samples.latency(histogram);
          assertThat(figures).as(tag).isEqualTo(Samples.latency(expected.get(tag)));
          assertThat(figures.count()).isPositive();
        });
  }

  @Test
  void aReadOnlyWorkloadHasNoLinesOfWrites() {
    RunResult result =
        Samples.result(
            List.of(
                Samples.step(
                    Samples.plan(0, AccessSpecification.of("scan", 8192, 100, 0), 1, 1),
                    IoFigures.NONE,
                    IoFigures.NONE)));
    String text =
        Samples.write(
            new HistogramLogFormat(),
            result,
            each -> each.accept(Samples.interval(0, false, Samples.START, DirectionInterval.NONE)));

    assertThat(text).contains("Tag=1-scan-read-service,").doesNotContain("-write-");
  }

  @Test
  void anIntervalOfAStepThatHasNotEndedIsTaggedByItsNumber() {
    DirectionInterval read = Samples.direction(histogram(1000), histogram(1000));
    String text =
        Samples.write(
            new HistogramLogFormat(),
            result(),
            each -> each.accept(Samples.interval(9, false, Samples.START, read)));

    assertThat(text).contains("Tag=10-read-service,").doesNotContain("-write-");
  }

  @Test
  void theProcessorOfTheLibraryRunsOnIt() throws Exception {
    Histogram service = new Histogram(3);
    for (int i = 1; i <= 1000; i++) {
      service.recordValue(i * 1_000_000L);
    }
    DirectionInterval read = Samples.direction(service, service);
    Path log = folder.resolve("run.hlog");
    Files.writeString(
        log,
        Samples.write(
            new HistogramLogFormat(),
            result(),
            each -> {
              each.accept(Samples.interval(0, false, Samples.START, DirectionInterval.NONE));
              each.accept(Samples.interval(0, false, Samples.START + 1000, read));
            }));
    Path out = folder.resolve("processed");

    HistogramLogProcessor processor =
        new HistogramLogProcessor(
            new String[] {
              "-i", log.toString(), "-o", out.toString(), "-tag", TAG + "read-service"
            });
    processor.start();
    processor.join();

    assertThat(Files.readString(folder.resolve("processed.hgrm")))
        .contains("#[Max     =     1000.3")
        .contains("Total count    =         1000]");
    assertThat(Files.readAllLines(out).stream().filter(line -> line.matches("\\d.*"))).hasSize(2);
  }

  @Test
  void aMillionIntervalsPassThroughOneByOne() throws Exception {
    Interval zero = Samples.interval(0, false, Samples.START, DirectionInterval.NONE);
    long[] tags = {0};
    Appendable out =
        new Appendable() {
          @Override
          public Appendable append(CharSequence text) {
            tags[0] += "Tag=".contentEquals(text) ? 1 : 0;
            return this;
          }

          @Override
          public Appendable append(CharSequence text, int from, int to) {
            return append(text.subSequence(from, to));
          }

          @Override
          public Appendable append(char c) {
            return this;
          }
        };

    new HistogramLogFormat()
        .write(
            result(),
            each -> {
              for (int i = 0; i < 1_000_000; i++) {
                each.accept(zero);
                if (tags[0] != 4L * (i + 1)) {
                  throw new AssertionError("after interval " + i + " there are " + tags[0]);
                }
              }
            },
            out);

    assertThat(tags[0]).isEqualTo(4_000_000);
  }

  private static RunResult result() {
    return Samples.result(
        List.of(Samples.step(Samples.plan(0, MIXED, 1, 1), IoFigures.NONE, IoFigures.NONE)));
  }

  private static Histogram histogram(long value) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(value);
    return histogram;
  }

  private static DirectionInterval direction(
      Random random,
      int operations,
      String direction,
      boolean rampUp,
      Map<String, Histogram> expected) {
    Histogram service = new Histogram(3_600_000_000_000L, 3);
    Histogram response = new Histogram(3_600_000_000_000L, 3);
    for (int i = 0; i < operations; i++) {
      long ns = (long) Math.exp(10 + 10 * random.nextDouble());
      service.recordValue(ns);
      response.recordValue(ns + random.nextInt(1_000_000));
    }
    if (!rampUp) {
      add(expected, TAG + direction + "-service", service);
      add(expected, TAG + direction + "-response", response);
    }
    return Samples.direction(service, response);
  }

  private static void add(Map<String, Histogram> sums, String tag, Histogram histogram) {
    sums.computeIfAbsent(tag, key -> new Histogram(3)).add(histogram);
  }

  private static Map<String, Histogram> read(String text, Map<String, Integer> lines) {
    Map<String, Histogram> merged = new TreeMap<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
      while (reader.nextIntervalHistogram() instanceof Histogram histogram) {
        String tag = histogram.getTag();
        lines.merge(tag, 1, Integer::sum);
        add(merged, tag, histogram);
        assertThat(histogram.getStartTimeStamp()).isGreaterThanOrEqualTo(Samples.START);
      }
    }
    return merged;
  }
}
