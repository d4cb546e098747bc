package io.loadstone.management.internal;

import io.loadstone.api.control.AgentMXBean.IntervalRow;
import io.loadstone.api.result.ResultFormat;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.run.ResultStore;
import io.loadstone.api.run.Run;
import io.loadstone.api.run.Runs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs of now and of before, and what they measured. */
final class Results {
  private static final int MOST_RUNS = 100;
  // A whole answer is in memory several times on its way to the client, in a heap of 256 MiB.
  private static final int MOST_CHARACTERS = 24 << 20;

  private final Services services;

  Results(Services services) {
    this.services = services;
  }

  /** The last 100 runs, newest first. A live run says more about itself than the store. */
  List<RunSummary> last() throws IOException {
    Map<String, RunSummary> byId = new LinkedHashMap<>();
    ResultStore kept = services.store;
    if (kept != null) {
      kept.runs(MOST_RUNS).forEach(run -> byId.put(run.id(), run));
    }
    for (Run run : recent()) {
      RunSummary summary = run.summary();
      byId.put(summary.id(), summary);
    }
    return byId.values().stream()
        .sorted(
            Comparator.comparingLong(RunSummary::startedEpochMs)
                .thenComparing(RunSummary::id)
                .reversed())
        .limit(MOST_RUNS)
        .toList();
  }

  /**
   * A run of this agent's life; empty if it ended before.
   *
   * @throws IllegalArgumentException if there never was such a run
   */
  Optional<Run> live(String id) throws IOException {
    Runs registry = services.runs;
    Optional<Run> run = registry == null ? Optional.empty() : registry.find(id);
    if (run.isEmpty()) {
      ResultStore kept = services.store;
      if (kept == null || kept.result(id).isEmpty()) {
        throw unknown(id);
      }
    }
    return run;
  }

  /** What a run measured, in a form. */
  String export(String id, String formatName) throws IOException {
    ResultFormat format = format(formatName);
    ResultStore kept = services.results();
    Optional<RunResult> result = kept.result(id);
    if (result.isEmpty()) {
      throw unknown(id);
    }
    StringBuilder text = new StringBuilder();
    format.write(
        result.get(),
        each -> {
          try {
            kept.intervals(id, each);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        new Bounded(text, id, formatName));
    return text.toString();
  }

  /** See {@link io.loadstone.api.control.AgentMXBean#intervals}. */
  List<IntervalRow> intervals(String id, long after) throws IOException {
    List<IntervalRow> rows = Intervals.after(services.results(), id, after);
    if (rows.isEmpty()) {
      live(id); // a run without intervals is one thing, no such run another
    }
    return rows;
  }

  private ResultFormat format(String name) {
    List<ResultFormat> known = services.formats;
    List<String> names = known.stream().map(ResultFormat::name).sorted().toList();
    return known.stream()
        .filter(format -> format.name().equals(name))
        .findFirst()
        .orElseThrow(() -> Texts.unknown("format", name, names));
  }

  private List<Run> recent() {
    Runs registry = services.runs;
    return registry == null ? List.of() : registry.recent();
  }

  private RuntimeException unknown(String id) throws IOException {
    List<String> ids = last().stream().map(RunSummary::id).toList();
    if (ids.contains(id)) {
      return new IllegalStateException(
          "What was stored of run %s is gone: the result file was removed or replaced while the agent ran; the log says when."
              .formatted(id));
    }
    return new IllegalArgumentException(
        "There is no run \"%s\"%s; \"loadstone runs\" lists them."
            .formatted(id, Texts.didYouMean(id, ids)));
  }

  /** Ends an export before it fills the memory of an agent that may be measuring. */
  private record Bounded(StringBuilder text, String id, String format) implements Appendable {
    @Override
    public Appendable append(CharSequence more) {
      return append(more, 0, more.length());
    }

    @Override
    public Appendable append(CharSequence more, int start, int end) {
      room(end - start);
      text.append(more, start, end);
      return this;
    }

    @Override
    public Appendable append(char c) {
      room(1);
      text.append(c);
      return this;
    }

    private void room(int more) {
      if (text.length() + more > MOST_CHARACTERS) {
        throw new IllegalStateException(
            "Run %s is larger than %d MiB as %s, more than one answer may have; take a shorter form"
                    .formatted(id, MOST_CHARACTERS >> 20, format)
                + " such as json, or read its intervals from the results database in the data"
                + " folder.");
      }
    }
  }
}
