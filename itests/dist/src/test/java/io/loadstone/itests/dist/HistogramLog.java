package io.loadstone.itests.dist;

import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** A histogram log as the library's own reader sees it, the lines of each tag added up. */
final class HistogramLog {
  private final Map<String, Histogram> byTag = new HashMap<>();

  private HistogramLog() {}

  static HistogramLog read(Path file) throws FileNotFoundException {
    HistogramLog log = new HistogramLog();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram line = reader.nextIntervalHistogram();
        if (line instanceof Histogram histogram) {
          log.byTag.computeIfAbsent(histogram.getTag(), _ -> new Histogram(3)).add(histogram);
        }
      }
    }
    return log;
  }

  long count(String tag) {
    return histogram(tag).getTotalCount();
  }

  long percentile(String tag, double percent) {
    return histogram(tag).getValueAtPercentile(percent);
  }

  private Histogram histogram(String tag) {
    Histogram histogram = byTag.get(tag);
    if (histogram == null) {
      throw new AssertionError("no tag " + tag + "; there are " + byTag.keySet());
    }
    return histogram;
  }
}
