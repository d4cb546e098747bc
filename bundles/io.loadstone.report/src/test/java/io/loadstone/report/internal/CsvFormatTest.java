package io.loadstone.report.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.DirectionInterval;
import io.loadstone.api.result.EncodedHistogram;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.ResultFormat.Intervals;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CsvFormatTest {
  private static final LatencyFigures LATENCY =
      new LatencyFigures(3, 100, 200.5, 81.25, 201, 301, 302, 303, 304, 305, 306);
  private static final DirectionInterval READ =
      new DirectionInterval(
          new IoFigures(3, 24576, 1, 2.5, 0.02048, LATENCY, LATENCY),
          EncodedHistogram.EMPTY,
          EncodedHistogram.EMPTY);

  /** B081: one row, one time stamp. B009: bytes are not bits, and MB not MiB. */
  @Test
  void aRowHasBothDirectionsAndEverythingThatItTakesToReadItAlone() {
    Interval interval =
        new Interval(
            0,
            true,
            Samples.START,
            1_000_000_123,
            READ,
            DirectionInterval.NONE,
            READ.figures(),
            Optional.of(new ArrivalFigures(50, 40, 3, 1, 12, 2)),
            Samples.CPU,
            Samples.DEVICE,
            List.of("Loop 1 stalled 12 ms.", "EIO: 1"));
    Map<String, String> row = rows(oneStep(), each -> each.accept(interval)).getFirst();

    assertThat(row)
        .containsEntry("runId", "20261130-184412-7f3a")
        .containsEntry("runName", "oltp-on-lun7")
        .containsEntry("labels", "disk=dynamic; protocol=nfs")
        .containsEntry("host", "lab1")
        .containsEntry("agentVersion", "0.1.0")
        .containsEntry("step", "1")
        .containsEntry("workload", "exchange-db")
        .containsEntry("accessSpecification", "8KiB, 60% read, 100% random")
        .containsEntry("blockSizeBytes", "8192")
        .containsEntry("readPercent", "60")
        .containsEntry("randomPercent", "100")
        .containsEntry("workers", "2")
        .containsEntry("outstandingPerWorker", "4")
        .containsEntry("ratePerSecond", "")
        .containsEntry("arrivalLaw", "")
        .containsEntry("pass", "1")
        .containsEntry("targets", "file:/srv/t.dat?size=1GiB")
        .containsEntry("engine", "uring")
        .containsEntry("direct", "true")
        .containsEntry("rampUp", "true")
        .containsEntry("startAt", "2026-11-30T18:44:12.345Z")
        .containsEntry("startEpochMs", Long.toString(Samples.START))
        .containsEntry("lengthNs", "1000000123")
        .containsEntry("readOperations", "3")
        .containsEntry("readBytes", "24576")
        .containsEntry("readErrors", "1")
        .containsEntry("readIops", "2.5")
        .containsEntry("readMbPerSecond", "0.02048")
        .containsEntry("readServiceTimeMinNs", "100")
        .containsEntry("readServiceTimeMeanNs", "200.5")
        .containsEntry("readServiceTimeStddevNs", "81.25")
        .containsEntry("readServiceTimeP50Ns", "201")
        .containsEntry("readServiceTimeP90Ns", "301")
        .containsEntry("readServiceTimeP95Ns", "302")
        .containsEntry("readServiceTimeP99Ns", "303")
        .containsEntry("readResponseTimeP999Ns", "304")
        .containsEntry("readResponseTimeP9999Ns", "305")
        .containsEntry("totalResponseTimeMaxNs", "306")
        .containsEntry("writeOperations", "0")
        .containsEntry("writeIops", "0")
        .containsEntry("writeServiceTimeMeanNs", "")
        .containsEntry("arrivals", "50")
        .containsEntry("arrivalsStarted", "40")
        .containsEntry("arrivalsLate", "3")
        .containsEntry("arrivalsLateByGenerator", "1")
        .containsEntry("arrivalsBacklog", "12")
        .containsEntry("arrivalsSkipped", "2")
        .containsEntry("agentPercentOfOneCore", "50")
        .containsEntry("hostPercent", "25.5")
        .containsEntry("microsecondsPerOperation", "4.25")
        .containsEntry("hostUserPercent", "15")
        .containsEntry("hostSystemPercent", "8.5")
        .containsEntry("hostSoftirqPercent", "2")
        .containsEntry("hostIowaitPercent", "6.25")
        .containsEntry("contextSwitchesPerSecond", "4321.5")
        .containsEntry("interruptsPerSecond", "987.25")
        .containsEntry("deviceReadOperations", "700")
        .containsEntry("deviceReadBytes", "8192000")
        .containsEntry("deviceWriteOperations", "3")
        .containsEntry("deviceWriteBytes", "12288")
        .containsEntry("deviceQueueLength", "3.75")
        .containsEntry("deviceUtilisationPercent", "99.5")
        .containsEntry("notes", "Loop 1 stalled 12 ms.; EIO: 1");
  }

  /** B085: the second of a stall is a row of zeros. B115: an unknown device keeps its columns. */
  @Test
  void anIntervalWithoutOperationsHasZerosAndNoLatency() {
    Interval interval =
        new Interval(
            0,
            false,
            Samples.START,
            1_000_000_000,
            DirectionInterval.NONE,
            DirectionInterval.NONE,
            IoFigures.NONE,
            Samples.CPU_UNKNOWN,
            DeviceFigures.UNKNOWN,
            List.of());
    Map<String, String> row = rows(oneStep(), each -> each.accept(interval)).getFirst();

    row.forEach(
        (name, value) -> {
          if (name.matches("(read|write|total)(Operations|Bytes|Errors|Iops|MbPerSecond)")) {
            assertThat(value).as(name).isEqualTo("0");
          }
          if (name.matches("(read|write|total)(Service|Response).*")) {
            assertThat(value).as(name).isEmpty();
          }
        });
    assertThat(row).containsEntry("agentPercentOfOneCore", "").containsEntry("stealPercent", "");
    assertThat(row).containsEntry("hostUserPercent", "").containsEntry("interruptsPerSecond", "");
    assertThat(row).containsEntry("deviceReadBytes", "").containsEntry("deviceReadIops", "");
    assertThat(row).containsEntry("deviceReadBytes", "").containsEntry("deviceQueueLength", "");
    assertThat(row).containsEntry("microsecondsPerOperation", "").containsEntry("rampUp", "false");
  }

  @Test
  void anIntervalOfAStepThatHasNotEndedKeepsItsFiguresWithoutParameters() {
    Interval interval = Samples.interval(7, false, Samples.START, READ);
    Map<String, String> row = rows(oneStep(), each -> each.accept(interval)).getFirst();

    assertThat(row)
        .containsEntry("step", "8")
        .containsEntry("workload", "")
        .containsEntry("direct", "")
        .containsEntry("rampUp", "false")
        .containsEntry("readOperations", "3");
  }

  @Test
  void aStepOfAnOpenLoopSaysWhatRateItWasAskedFor() {
    Interval interval = Samples.interval(0, false, Samples.START, READ);
    Map<String, String> row = rows(Samples.openLoop(), each -> each.accept(interval)).getFirst();

    assertThat(row)
        .containsEntry("ratePerSecond", "5000")
        .containsEntry("rateUnit", "OPERATIONS")
        .containsEntry("arrivalLaw", "POISSON")
        .containsEntry("arrivalBurst", "1")
        .containsEntry("arrivals", "");
  }

  @Test
  void linesThatDifferLeaveTheSingleNumbersEmpty() {
    AccessSpecification mixed =
        new AccessSpecification(
            "mixed",
            List.of(
                new AccessLine(8192, 70, 60, 100, 1, Duration.ZERO, 8192),
                new AccessLine(65536, 30, 60, 0, 4, Duration.ofMillis(5), 65536)),
            Distribution.UNIFORM,
            AddressRange.WHOLE,
            1);
    RunResult result =
        Samples.result(
            List.of(Samples.step(Samples.plan(0, mixed, 1, 1), IoFigures.NONE, IoFigures.NONE)));
    Map<String, String> row =
        rows(result, each -> each.accept(Samples.interval(0, false, Samples.START, READ)))
            .getFirst();

    assertThat(row)
        .containsEntry("blockSizeBytes", "")
        .containsEntry("readPercent", "60")
        .containsEntry("randomPercent", "")
        .containsEntry(
            "accessSpecification",
            "70%: 8KiB, 60% read, 100% random;"
                + " 30%: 64KiB, 60% read, sequential, bursts of 4, after 5ms");
  }

  @Test
  void awkwardTextComesBackAsItWas() {
    String name = "a \"quoted\", name\r\nof two lines; \u20ac";
    RunSummary run =
        new RunSummary("id", name, RunState.COMPLETED, "", Samples.START, 0, Map.of("k", "a,b"));
    List<Map<String, String>> rows =
        rows(
            Samples.result(run, oneStep().steps()),
            each -> each.accept(Samples.interval(0, false, Samples.START, READ)));

    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst()).containsEntry("runName", name).containsEntry("labels", "k=a,b");
  }

  /** B005. */
  @Test
  void namesAreUniqueCamelCaseAndCarryTheirUnits() {
    List<String> header = CsvFormat.header();

    assertThat(new HashSet<>(header)).hasSameSizeAs(header);
    assertThat(header).allMatch(name -> name.matches("[a-z][A-Za-z0-9]*"));
    assertThat(header.stream().filter(name -> name.contains("Time") && !name.contains("start")))
        .hasSize(60)
        .allMatch(name -> name.endsWith("Ns"));
    assertThat(header)
        .noneMatch(name -> name.matches(".*([Bb]andwidth|[Tt]hroughput|[Ll]atency|Mib|Kb|Mbps).*"));
  }

  @Test
  void aMillionIntervalsPassThroughOneByOne() throws Exception {
    Interval zero = Samples.interval(0, false, Samples.START, DirectionInterval.NONE);
    LineCounter out = new LineCounter();
    Intervals intervals =
        each -> {
          for (int i = 0; i < 1_000_000; i++) {
            each.accept(zero);
            // The row is out before the next interval exists: nothing is kept.
            if (out.lines != i + 2) {
              throw new AssertionError("after interval " + i + " there are " + out.lines);
            }
          }
        };

    new CsvFormat().write(oneStep(), intervals, out);

    assertThat(out.lines).isEqualTo(1_000_001);
  }

  @Test
  void aFailureOfTheOutputEndsTheExport() {
    List<Integer> handed = new ArrayList<>();
    LineCounter full =
        new LineCounter() {
          @Override
          void line() throws IOException {
            if (lines == 3) {
              throw new IOException("No space left on device");
            }
          }
        };

    assertThatThrownBy(
            () ->
                new CsvFormat()
                    .write(
                        oneStep(),
                        each -> {
                          for (int i = 0; i < 10; i++) {
                            handed.add(i);
                            each.accept(Samples.interval(0, false, Samples.START, READ));
                          }
                        },
                        full))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("No space left on device");
    assertThat(handed).hasSize(2);
  }

  @Test
  void aFailureOfTheStoreComesOutAsWhatItIs() {
    assertThatThrownBy(
            () ->
                new CsvFormat()
                    .write(
                        oneStep(),
                        each -> {
                          throw new UncheckedIOException(new IOException("results.db is gone"));
                        },
                        new StringBuilder()))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("results.db is gone");
  }

  private static RunResult oneStep() {
    return Samples.result(
        Samples.run(RunState.COMPLETED, "", Map.of("protocol", "nfs", "disk", "dynamic")),
        List.of(
            Samples.step(
                Samples.plan(0, Samples.EXCHANGE, 2, 4),
                Samples.reads(3, 8192, 200),
                IoFigures.NONE)));
  }

  private static List<Map<String, String>> rows(RunResult result, Intervals intervals) {
    List<List<String>> records = parse(Samples.write(new CsvFormat(), result, intervals));
    List<Map<String, String>> rows = new ArrayList<>();
    for (List<String> record : records.subList(1, records.size())) {
      assertThat(record).hasSameSizeAs(records.getFirst());
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < record.size(); i++) {
        row.put(records.getFirst().get(i), record.get(i));
      }
      rows.add(row);
    }
    return rows;
  }

  // The grammar of RFC 4180 to the letter: CRLF after every record, quotes only around whole
  // fields.
  private static List<List<String>> parse(String text) {
    List<List<String>> records = new ArrayList<>();
    List<String> record = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      StringBuilder field = new StringBuilder();
      if (text.charAt(at) == '"') {
        at++;
        while (text.charAt(at) != '"' || text.startsWith("\"\"", at)) {
          at += text.charAt(at) == '"' ? 1 : 0;
          field.append(text.charAt(at++));
        }
        at++;
      } else {
        while (",\r\n\"".indexOf(text.charAt(at)) < 0) {
          field.append(text.charAt(at++));
        }
      }
      record.add(field.toString());
      if (text.startsWith("\r\n", at)) {
        records.add(record);
        record = new ArrayList<>();
        at += 2;
      } else {
        assertThat(text.charAt(at)).as("after a field at %d", at).isEqualTo(',');
        at++;
      }
    }
    assertThat(record).as("fields after the last CRLF").isEmpty();
    return records;
  }

  private static class LineCounter implements Appendable {
    int lines;

    void line() throws IOException {}

    @Override
    public Appendable append(CharSequence text) throws IOException {
      if ("\r\n".contentEquals(text)) {
        lines++;
        line();
      }
      return this;
    }

    @Override
    public Appendable append(CharSequence text, int from, int to) throws IOException {
      return append(text.subSequence(from, to));
    }

    @Override
    public Appendable append(char c) {
      return this;
    }
  }
}
