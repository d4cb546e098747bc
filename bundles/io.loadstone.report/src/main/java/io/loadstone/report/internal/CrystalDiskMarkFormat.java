package io.loadstone.report.internal;

import static io.loadstone.report.internal.CrystalDiskMarkRow.random;
import static io.loadstone.report.internal.CrystalDiskMarkRow.sequential;

import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.result.ResultFormat;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.TargetUri;
import io.loadstone.report.internal.CrystalDiskMarkRow.Best;
import io.loadstone.report.internal.CrystalDiskMarkRow.Share;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.osgi.service.component.annotations.Component;

/**
 * The text report of CrystalDiskMark, edition 3 or 8, for a run of the profile {@code
 * crystaldiskmark}. The edition and the preset are labels of the run ({@code edition}, {@code
 * preset}); the rows are found by what the steps did. Each shows the highest rate and the lowest
 * mean service time of its passes, and zeros if it was not run.
 *
 * <p>The line Mode names the engine and whether the page cache was bypassed. Times are UTC. Lines
 * end with CRLF; edition 3 is plain ASCII.
 */
@Component(service = ResultFormat.class, property = "loadstone.format=crystaldiskmark")
public final class CrystalDiskMarkFormat implements ResultFormat {
  private static final String PROFILE = "crystaldiskmark";
  private static final Map<String, Preset> PRESETS =
      Map.of(
          "default",
          new Preset(
              "Default",
              List.of(
                  sequential(1024, 8, 1),
                  sequential(1024, 1, 1),
                  random(4, 32, 1),
                  random(4, 1, 1))),
          "nvme",
          new Preset(
              "Default",
              List.of(
                  sequential(1024, 8, 1),
                  sequential(128, 32, 1),
                  random(4, 32, 16),
                  random(4, 1, 1))),
          "peak",
          new Preset("Peak", List.of(sequential(1024, 8, 1), random(4, 32, 1))),
          "realworld",
          new Preset("Real", List.of(sequential(1024, 1, 1), random(4, 1, 1))));

  @Override
  public String name() {
    return "crystaldiskmark";
  }

  @Override
  public String description() {
    return "The text report of CrystalDiskMark, for runs of the profile crystaldiskmark";
  }

  @Override
  public void write(RunResult result, Intervals intervals, Appendable out) throws IOException {
    Map<String, String> labels = result.run().labels();
    if (!PROFILE.equals(labels.get("profile"))) {
      throw new IllegalArgumentException(
          "run "
              + result.run().id()
              + " has no CrystalDiskMark report, because it is not of the profile crystaldiskmark;"
              + " export it as json, csv, hlog or text");
    }
    String edition = labels.getOrDefault("edition", "8");
    String report =
        switch (edition) {
          case "3" -> ascii(edition3(result));
          case "8" -> edition8(result, preset(result));
          default ->
              throw new IllegalArgumentException(
                  "the label edition of run "
                      + result.run().id()
                      + " is \""
                      + edition
                      + "\"; there are reports of the editions 3 and 8");
        };
    out.append(report.replace("\n", "\r\n"));
  }

  private static Preset preset(RunResult result) {
    String name = result.run().labels().getOrDefault("preset", "default");
    // "Real World", as its users write it, is realworld.
    Preset preset = PRESETS.get(name.toLowerCase(Locale.ROOT).replaceAll("[ _-]", ""));
    if (preset == null) {
      throw new IllegalArgumentException(
          "the label preset of run "
              + result.run().id()
              + " is \""
              + name
              + "\"; there are reports of the presets default, nvme, peak and realworld");
    }
    return preset;
  }

  private static String edition8(RunResult result, Preset preset) {
    StringBuilder text = new StringBuilder();
    header(text, result, 78, "8.0");
    text.append("* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]\n");
    text.append("* KB = 1000 bytes, KiB = 1024 bytes\n\n[Read]\n");
    rows8(text, result, preset, Share.READ);
    text.append("[Write]\n");
    rows8(text, result, preset, Share.WRITE);
    if (mixes(result)) {
      text.append("[Mix] Read 70%/Write 30%\n");
      rows8(text, result, preset, Share.MIX);
    }
    text.append("Profile: ").append(preset.word()).append('\n');
    text.append("   Test: ").append(size8(result)).append(passes(result)).append('\n');
    text.append("   Mode: ").append(mode(result)).append('\n');
    text.append("   Time: ").append(time(result)).append('\n');
    text.append("   Date: ").append(date(result, "uuuu/MM/dd HH:mm:ss")).append('\n');
    text.append("     OS: ").append(line(result.agent().os())).append('\n');
    String comment = comment(result);
    if (!comment.isEmpty()) {
      text.append("Comment: ").append(comment).append('\n');
    }
    return text.toString();
  }

  private static void rows8(StringBuilder text, RunResult result, Preset preset, Share share) {
    for (CrystalDiskMarkRow row : preset.rows()) {
      Best best = row.best(result.steps(), share);
      boolean mib = row.sizeKib() >= 1024;
      text.append(
          String.format(
              Locale.ROOT,
              "  %s %4d%s (Q=%3d, T=%2d): %9.3f MB/s [%9.1f IOPS] <%9.2f us>\n",
              row.random() ? "RND" : "SEQ",
              mib ? row.sizeKib() / 1024 : row.sizeKib(),
              mib ? "MiB" : "KiB",
              row.queues(),
              row.threads(),
              best.mbPerSecond(),
              best.iops(),
              best.latencyUs()));
    }
    text.append('\n');
  }

  private static String edition3(RunResult result) {
    StringBuilder text = new StringBuilder();
    header(text, result, 71, "3.0");
    text.append("* MB/s = 1,000,000 byte/s [SATA/300 = 300,000,000 byte/s]\n\n");
    pair3(text, result, "Sequential %s", sequential(1024, 1, 1));
    pair3(text, result, "Random %s 512KB", random(512, 1, 1));
    pair3(text, result, "Random %s 4KB (QD=1)", random(4, 1, 1));
    pair3(text, result, "Random %s 4KB (QD=32)", random(4, 32, 1));
    text.append("\n  Test : ").append(size3(result)).append(passes(result)).append('\n');
    text.append("  Date : ").append(date(result, "uuuu/MM/dd H:mm:ss")).append('\n');
    text.append("    OS : ").append(line(result.agent().os())).append('\n');
    String comment = comment(result);
    if (!comment.isEmpty()) {
      text.append("  ").append(comment).append('\n');
    }
    return text.toString();
  }

  private static void pair3(
      StringBuilder text, RunResult result, String title, CrystalDiskMarkRow row) {
    for (Share share : List.of(Share.READ, Share.WRITE)) {
      Best best = row.best(result.steps(), share);
      String word = share == Share.READ ? "Read" : "Write";
      text.append(
          String.format(
              Locale.ROOT, "%26s : %9.3f MB/s", title.formatted(word), best.mbPerSecond()));
      // Edition 3 gives IOPS for its 4 KiB rows only.
      text.append(
          row.sizeKib() == 4 ? String.format(Locale.ROOT, " [%8.1f IOPS]\n", best.iops()) : "\n");
    }
  }

  // The product is ours; its model is named where readers look for it.
  private static void header(StringBuilder text, RunResult result, int width, String edition) {
    String rule = "-".repeat(width) + "\n";
    text.append(rule);
    text.append("Loadstone ").append(line(result.agent().version()));
    text.append(", measured and reported as CrystalDiskMark ").append(edition).append('\n');
    text.append(String.format(Locale.ROOT, "%" + width + "s\n", "run " + result.run().id()));
    text.append(rule);
  }

  private static boolean mixes(RunResult result) {
    return result.steps().stream()
        .flatMap(step -> step.step().workload().lines().stream())
        .anyMatch(line -> line.readPercent() == Share.MIX.readPercent);
  }

  private static String passes(RunResult result) {
    int passes = result.steps().stream().mapToInt(step -> step.step().pass()).max().orElse(0);
    return " (x" + passes + ")";
  }

  private static OptionalLong sizeBytes(RunResult result) {
    return result.steps().stream()
        .flatMap(step -> step.targets().stream())
        .flatMap(target -> TargetUri.parse(target).parameter("size").stream())
        .mapToLong(Sizes::parseBytes)
        .findFirst();
  }

  private static String size8(RunResult result) {
    OptionalLong bytes = sizeBytes(result);
    if (bytes.isEmpty()) {
      return "size unknown";
    }
    long mib = bytes.getAsLong() >> 20;
    return mib >= 1024 && mib % 1024 == 0 ? mib / 1024 + " GiB" : mib + " MiB";
  }

  // Edition 3 writes MB for what its user chose; that is a whole number in one of the two units.
  private static String size3(RunResult result) {
    OptionalLong bytes = sizeBytes(result);
    if (bytes.isEmpty()) {
      return "size unknown";
    }
    long size = bytes.getAsLong();
    return (size % 1_000_000 == 0 ? size / 1_000_000 : size >> 20) + " MB";
  }

  private static String mode(RunResult result) {
    PageCache cache =
        result.steps().stream().map(StepResult::pageCache).reduce(PageCache.NONE, PageCache::and);
    String engine = result.steps().stream().map(StepResult::engine).findFirst().orElse("not run");
    return "["
        + line(engine)
        + "]"
        + switch (cache) {
          case BYPASSED -> " [direct]";
          case USED -> " [BUFFERED]";
          case NONE -> "";
        };
  }

  private static String time(RunResult result) {
    Duration measure = Duration.ZERO;
    Duration pause = Duration.ZERO;
    if (!result.steps().isEmpty()) {
      measure = result.steps().getFirst().step().runTime();
      pause = result.steps().getFirst().step().pause();
    }
    // The blank at the end is the original's.
    return "Measure " + seconds(measure) + " sec / Interval " + seconds(pause) + " sec ";
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.3f", time.toNanos() / 1e9).replaceAll("\\.?0+$", "");
  }

  private static String date(RunResult result, String pattern) {
    return Instants.format(Instants.utc(pattern), result.run().startedEpochMs());
  }

  private static String comment(RunResult result) {
    return line(result.run().labels().getOrDefault("comment", "")).strip();
  }

  private static String line(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  private static String ascii(String text) {
    return text.replaceAll("[^\\n -~]", "?");
  }

  /**
   * Which rows a preset has.
   *
   * @param word that the report uses for it
   * @param rows in their order
   */
  private record Preset(String word, List<CrystalDiskMarkRow> rows) {}
}
