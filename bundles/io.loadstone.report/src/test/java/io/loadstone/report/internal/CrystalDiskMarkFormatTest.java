package io.loadstone.report.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.LatencyFigures;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.target.PageCache;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CrystalDiskMarkFormatTest {
  private static final int MIB = 1 << 20;

  // What a public reader of these reports looks for, search by search, on each line.
  private static final Pattern THIRD_PARTY_ROW =
      Pattern.compile(
          "\\s*(SEQ|RND|Sequential|Random)\\s*(\\d+)(\\S+)\\s*\\(Q=\\s*(\\d+), T=\\s*(\\d+)\\):"
              + "\\s*([\\d.,]+) (\\S+)\\s*\\[\\s*([\\d.,]+) (\\S+)\\]\\s*<\\s*([\\d.,]+) (\\S+)>"
              + "\\s*\\n");
  private static final Pattern THIRD_PARTY_SECTION =
      Pattern.compile("\\s*\\[(Read|Write|Mix)\\]\\s*");

  // The printf forms, column by column.
  private static final Pattern EDITION_8_ROW =
      Pattern.compile(
          "  (SEQ|RND) ([ \\d]{4})(MiB|KiB) \\(Q=([ \\d]{3}), T=([ \\d]{2})\\):"
              + " ([ \\d]{5}\\.\\d{3}) MB/s \\[([ \\d]{7}\\.\\d) IOPS\\] <([ \\d]{6}\\.\\d{2}) us>");
  private static final Pattern EDITION_3_ROW =
      Pattern.compile(
          "[ A-Za-z0-9()=]{26} : [ \\d]{5}\\.\\d{3} MB/s( \\[[ \\d]{6}\\.\\d IOPS\\])?");

  @Test
  void edition8ShowsTheBestOfAllPasses() {
    List<StepResult> steps =
        List.of(
            step(MIB, 0, 100, 8, 1, 1, 531.458, 15726.77),
            step(MIB, 0, 100, 8, 1, 2, 530.001, 15726.60),
            step(MIB, 0, 100, 1, 1, 1, 489.838, 2139.41),
            step(4096, 100, 100, 32, 1, 1, 269.406, 470.58),
            step(4096, 100, 100, 1, 1, 1, 41.375, 98.75),
            step(MIB, 0, 0, 8, 1, 1, 1048.576, 8000.0),
            step(4096, 100, 0, 1, 1, 2, 4.096, 1000.0));

    String text = write("8", Map.of("preset", "default", "comment", "WD Blue 3D 1TB"), steps);

    // 489.838e6 / 1048576 = 467.146; 269.406e6 / 4096 = 65772.949; 41.375e6 / 4096 = 10101.318
    assertThat(text)
        .isEqualTo(
            """
            ------------------------------------------------------------------------------
            Loadstone 0.1.0, measured and reported as CrystalDiskMark 8.0
                                                                  run 20261130-184412-7f3a
            ------------------------------------------------------------------------------
            * MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]
            * KB = 1000 bytes, KiB = 1024 bytes

            [Read]
              SEQ    1MiB (Q=  8, T= 1):   531.458 MB/s [    506.8 IOPS] < 15726.60 us>
              SEQ    1MiB (Q=  1, T= 1):   489.838 MB/s [    467.1 IOPS] <  2139.41 us>
              RND    4KiB (Q= 32, T= 1):   269.406 MB/s [  65772.9 IOPS] <   470.58 us>
              RND    4KiB (Q=  1, T= 1):    41.375 MB/s [  10101.3 IOPS] <    98.75 us>

            [Write]
              SEQ    1MiB (Q=  8, T= 1):  1048.576 MB/s [   1000.0 IOPS] <  8000.00 us>
              SEQ    1MiB (Q=  1, T= 1):     0.000 MB/s [      0.0 IOPS] <     0.00 us>
              RND    4KiB (Q= 32, T= 1):     0.000 MB/s [      0.0 IOPS] <     0.00 us>
              RND    4KiB (Q=  1, T= 1):     4.096 MB/s [   1000.0 IOPS] <  1000.00 us>

            Profile: Default
               Test: 1 GiB (x2)
               Mode: [uring] [direct]
               Time: Measure 5 sec / Interval 0.5 sec\s
               Date: 2026/11/30 18:44:12
                 OS: Linux 6.1 amd64
            Comment: WD Blue 3D 1TB
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void edition3HasItsFourPairs() {
    List<StepResult> steps =
        List.of(
            step(MIB, 0, 100, 1, 1, 1, 505.825, 2000),
            step(MIB, 0, 0, 1, 1, 5, 100, 10000),
            step(512 * 1024, 100, 100, 1, 1, 1, 52.4288, 10000),
            step(4096, 100, 100, 1, 1, 1, 25.206, 160),
            step(4096, 100, 0, 32, 1, 1, 409.6, 320));

    assertThat(write("3", Map.of("comment", "Pl\u00e4tte"), steps))
        .isEqualTo(
            """
            -----------------------------------------------------------------------
            Loadstone 0.1.0, measured and reported as CrystalDiskMark 3.0
                                                           run 20261130-184412-7f3a
            -----------------------------------------------------------------------
            * MB/s = 1,000,000 byte/s [SATA/300 = 300,000,000 byte/s]

                       Sequential Read :   505.825 MB/s
                      Sequential Write :   100.000 MB/s
                     Random Read 512KB :    52.429 MB/s
                    Random Write 512KB :     0.000 MB/s
                Random Read 4KB (QD=1) :    25.206 MB/s [  6153.8 IOPS]
               Random Write 4KB (QD=1) :     0.000 MB/s [     0.0 IOPS]
               Random Read 4KB (QD=32) :     0.000 MB/s [     0.0 IOPS]
              Random Write 4KB (QD=32) :   409.600 MB/s [100000.0 IOPS]

              Test : 1024 MB (x5)
              Date : 2026/11/30 18:44:12
                OS : Linux 6.1 amd64
              Pl?tte
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void thePublicReaderFindsEveryRowAndEveryField() {
    List<StepResult> steps = new ArrayList<>();
    for (int read : List.of(100, 0, 70)) {
      steps.add(step(MIB, 0, read, 8, 1, 1, 10 + read, 1));
      steps.add(step(128 * 1024, 0, read, 32, 1, 1, 20 + read, 2));
      steps.add(step(4096, 100, read, 32, 16, 1, 30 + read, 3));
      steps.add(step(4096, 100, read, 1, 1, 1, 40 + read, 4));
    }

    String text = write("8", Map.of("preset", "nvme", "comment", "two\r\nlines"), steps);

    Map<String, List<String>> rows = thirdParty(text);
    assertThat(rows.get("Read"))
        .containsExactly(
            "SEQ 1 MiB Q8 T1 110.000 MB/s 1.00 us",
            "SEQ 128 KiB Q32 T1 120.000 MB/s 2.00 us",
            "RND 4 KiB Q32 T16 130.000 MB/s 3.00 us",
            "RND 4 KiB Q1 T1 140.000 MB/s 4.00 us");
    assertThat(rows.get("Write")).hasSize(4).contains("RND 4 KiB Q32 T16 30.000 MB/s 3.00 us");
    assertThat(rows.get("Mix")).hasSize(4).contains("RND 4 KiB Q32 T16 100.000 MB/s 3.00 us");
    for (String word : List.of("Profile", "Test", "Mode", "Time", "Date", "OS", "Comment")) {
      assertThat(text.lines().filter(line -> line.matches(" *" + word + ": .+")))
          .as(word)
          .hasSize(1);
    }
    assertThat(text)
        .contains("\r\n[Mix] Read 70%/Write 30%\r\n")
        .contains("Comment: two  lines\r\n");
  }

  @Test
  void everyRowKeepsItsColumns() {
    List<StepResult> steps =
        List.of(
            step(MIB, 0, 100, 8, 1, 1, 99999.999, 999999.99),
            step(4096, 100, 100, 32, 1, 1, 0.001, 0.01));

    assertThat(write("8", Map.of("preset", "peak"), steps).lines())
        .filteredOn(line -> line.startsWith("  SEQ") || line.startsWith("  RND"))
        .hasSize(4)
        .allMatch(line -> EDITION_8_ROW.matcher(line).matches() && line.length() == 75);
    assertThat(write("3", Map.of(), steps).lines())
        .filteredOn(line -> line.contains("MB/s") && !line.startsWith("*"))
        .hasSize(8)
        .allMatch(line -> EDITION_3_ROW.matcher(line).matches());
  }

  @Test
  void presetsHaveTheirWordAndTheirRows() {
    assertThat(write("8", Map.of("preset", "peak"), List.of()))
        .contains("Profile: Peak\r\n")
        .contains("[Read]\r\n  SEQ    1MiB (Q=  8, T= 1):     0.000")
        .contains("RND    4KiB (Q= 32, T= 1)");
    assertThat(write("8", Map.of("preset", "realworld"), List.of()))
        .contains("Profile: Real\r\n")
        .contains("[Read]\r\n  SEQ    1MiB (Q=  1, T= 1):     0.000")
        .contains("RND    4KiB (Q=  1, T= 1)")
        .doesNotContain("[Mix]")
        .doesNotContain("Comment:")
        .contains("   Test: size unknown (x0)\r\n")
        .isEqualTo(write("8", Map.of("preset", "Real World"), List.of()));
  }

  @Test
  void oneBufferedStepIsSaidLoudly() {
    StepResult buffered = on("file:/srv/a b.dat?size=1500MiB", "sync", PageCache.USED);

    assertThat(write("8", Map.of(), List.of(buffered)))
        .contains("   Mode: [sync] [BUFFERED]\r\n")
        .contains("   Test: 1500 MiB (x1)\r\n");
  }

  @Test
  void nothingIsSaidOfThePageCacheWhereThereIsNone() {
    StepResult simulated = on("sim:array?spindles=16", "sim", PageCache.NONE);

    assertThat(write("8", Map.of(), List.of(simulated))).contains("   Mode: [sim]\r\n");
  }

  private static StepResult on(String target, String engine, PageCache cache) {
    StepResult direct = step(MIB, 0, 100, 8, 1, 1, 10, 1);
    return new StepResult(
        direct.step(),
        List.of(target),
        engine,
        cache,
        0,
        0,
        0,
        0,
        direct.read(),
        direct.write(),
        direct.total(),
        Optional.empty(),
        direct.cpu(),
        direct.device(),
        direct.steady(),
        direct.durable(),
        direct.generator(),
        direct.verdict(),
        List.of(),
        DataFigures.NONE);
  }

  @Test
  void everyLineEndsWithCarriageReturnAndLineFeed() {
    for (String edition : List.of("3", "8")) {
      String text = write(edition, Map.of("comment", "a\nb"), List.of());
      assertThat(text.replace("\r\n", "")).doesNotContain("\r").doesNotContain("\n");
      assertThat(text).endsWith("\r\n");
    }
    assertThat(write("3", Map.of("comment", "\u00fc"), List.of()))
        .matches(text -> StandardCharsets.US_ASCII.newEncoder().canEncode(text));
  }

  @Test
  void otherRunsAreRefusedWithASentence() {
    assertThatThrownBy(
            () -> Samples.write(new CrystalDiskMarkFormat(), Samples.rich(), Samples.NO_INTERVALS))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "run 20261130-184412-7f3a has no CrystalDiskMark report, because it is not of the"
                + " profile crystaldiskmark; export it as json, csv, hlog or text");
    assertThatThrownBy(() -> write("9", Map.of(), List.of()))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"9\"; there are reports of the editions 3 and 8");
    assertThatThrownBy(() -> write("8", Map.of("preset", "turbo"), List.of()))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"turbo\"; there are reports of the presets default, nvme, peak");
  }

  private static Map<String, List<String>> thirdParty(String text) {
    Map<String, List<String>> rows = new TreeMap<>();
    String section = null;
    for (String line : text.replace("\r\n", "\n").split("(?<=\n)", -1)) {
      Matcher row = THIRD_PARTY_ROW.matcher(line);
      Matcher head = THIRD_PARTY_SECTION.matcher(line);
      if (row.find()) {
        assertThat(section).as("section of %s", line).isNotNull();
        rows.computeIfAbsent(section, key -> new ArrayList<>())
            .add(
                "%s %s %s Q%s T%s %s %s %s %s"
                    .formatted(
                        row.group(1),
                        row.group(2),
                        row.group(3),
                        row.group(4),
                        row.group(5),
                        row.group(6),
                        row.group(7),
                        row.group(10),
                        row.group(11)));
      } else {
        section = head.find() ? head.group(1) : null;
      }
    }
    return rows;
  }

  private static String write(String edition, Map<String, String> labels, List<StepResult> steps) {
    Map<String, String> all = new TreeMap<>(labels);
    all.put("profile", "crystaldiskmark");
    all.put("edition", edition);
    RunResult result =
        new RunResult(
            Samples.run(RunState.COMPLETED, "", all),
            "",
            new AgentInfo("0.1.0", "lab1", "Linux 6.1 amd64", 2, -1, "", ""),
            steps,
            List.of(),
            List.of());
    return Samples.write(new CrystalDiskMarkFormat(), result, Samples.NO_INTERVALS);
  }

  private static StepResult step(
      int sizeBytes,
      int randomPercent,
      int readPercent,
      int queues,
      int threads,
      int pass,
      double mbPerSecond,
      double meanUs) {
    StepPlan plan =
        new StepPlan(
            0,
            AccessSpecification.of("w", sizeBytes, readPercent, randomPercent),
            threads,
            queues,
            pass,
            Duration.ZERO,
            Duration.ofSeconds(5),
            Duration.ofMillis(500));
    long ns = Math.round(meanUs * 1e3);
    LatencyFigures latency =
        new LatencyFigures(10, ns, meanUs * 1e3, 0, ns, ns, ns, ns, ns, ns, ns);
    IoFigures figures = new IoFigures(10, 10, 0, 1, mbPerSecond, latency, LatencyFigures.NONE);
    return Samples.step(
        plan,
        readPercent == 0 ? IoFigures.NONE : figures,
        readPercent == 0 ? figures : IoFigures.NONE);
  }
}
