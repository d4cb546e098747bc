package io.loadstone.plan.internal;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.target.Layout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads the phases of a plan. */
final class PhaseReader {
  /** The words for layouts. */
  static final Map<String, Layout> LAYOUTS =
      Map.of("sparse", Layout.SPARSE, "allocated", Layout.ALLOCATED, "written", Layout.WRITTEN);

  /** The fields of a prepare phase, which the short form has at its top level. */
  static final List<String> PREPARE = List.of("layout", "data");

  /** The fields of a measure phase, which the short form has at its top level. */
  static final List<String> MEASURE =
      List.of("workloads", "load", "rampUp", "runTime", "passes", "pause");

  static final Duration DEFAULT_RAMP_UP = Duration.ofSeconds(3);
  static final Duration DEFAULT_RUN_TIME = Duration.ofSeconds(30);
  private static final double DEFAULT_AMOUNT_PERCENT = 200;
  private static final int MOST_PHASES = 10_000;
  private static final int MOST_PASSES = 10_000;

  private static final List<String> KEYWORDS =
      List.of("prepare", "precondition", "measure", "idle", "verify");
  private static final String ALLOWED =
      "one of the phases prepare, precondition, measure, idle and verify, such as"
          + " \"- prepare: {layout: written}\"";

  private final ProblemList problems;
  private final WorkloadReader workloads;
  private final LoadReader loads;

  PhaseReader(ProblemList problems) {
    this.problems = problems;
    this.workloads = new WorkloadReader(problems);
    this.loads = new LoadReader(problems);
  }

  /** The phases of the short form: prepare and measure. */
  List<Phase> readShort(Fields plan) {
    Phase.Measure measure = measure(plan);
    return List.of(prepare(plan, dataOf(List.of(measure))), measure);
  }

  /** The phases of the long form. */
  List<Phase> readLong(Fields plan) {
    List<Node> entries = plan.list("phases", "phases", 1, MOST_PHASES);
    List<Phase> phases = new ArrayList<>();
    Set<Integer> dataUnsaid = new HashSet<>();
    for (int i = 0; i < entries.size(); i++) {
      if (!saysData(entries.get(i))) {
        dataUnsaid.add(phases.size());
      }
      phase(entries.get(i), plan.pathOf("phases") + "[" + i + "]").ifPresent(phases::add);
    }
    DataContent data = dataOf(phases);
    for (int at : dataUnsaid) {
      if (at < phases.size() && phases.get(at) instanceof Phase.Prepare prepare) {
        phases.set(at, new Phase.Prepare(prepare.layout(), data));
      }
    }
    return phases;
  }

  /**
   * What a layout that does not say its data is filled with: as the first workload of the plan
   * writes, so that what is read is like what is written.
   */
  static DataContent dataOf(List<Phase> phases) {
    for (Phase phase : phases) {
      switch (phase) {
        case Phase.Precondition precondition -> {
          return precondition.workload().data();
        }
        case Phase.Measure measure when !measure.workloads().isEmpty() -> {
          return measure.workloads().getFirst().data();
        }
        default -> {}
      }
    }
    return DataContent.UNIQUE;
  }

  // Of "- prepare: {data: ...}".
  private static boolean saysData(Node entry) {
    return entry instanceof MappingNode phase
        && phase.getValue().stream()
            .anyMatch(
                named ->
                    named.getValueNode() instanceof MappingNode content
                        && content.getValue().stream()
                            .anyMatch(
                                field ->
                                    field.getKeyNode() instanceof ScalarNode key
                                        && key.getValue().equals("data")));
  }

  private Optional<Phase> phase(Node entry, String path) {
    if (!(entry instanceof MappingNode map)) {
      return bareWord(entry, path);
    }
    Fields fields = Fields.any(entry, path, ALLOWED, problems);
    if (map.getValue().size() != 1) {
      problems.add(
          entry, path, "the entry has " + map.getValue().size() + " fields; allowed: " + ALLOWED);
      return Optional.empty();
    }
    if (fields.names().isEmpty()) {
      return Optional.empty();
    }
    String keyword = fields.names().getFirst();
    Node content = fields.find(keyword).orElseThrow();
    return phase(entry, keyword, content, fields.pathOf(keyword));
  }

  // "- verify" is as good as "- verify: {}".
  private Optional<Phase> bareWord(Node entry, String path) {
    if (entry instanceof ScalarNode word && !Nodes.isNull(word)) {
      return phase(entry, word.getValue(), Nodes.nothing(entry), path);
    }
    problems.add(entry, path, Nodes.kind(entry) + " is not allowed here; allowed: " + ALLOWED);
    return Optional.empty();
  }

  private Optional<Phase> phase(Node entry, String keyword, Node content, String path) {
    return switch (keyword) {
      case "prepare" ->
          Optional.of(
              prepare(
                  Fields.of(orEmpty(content, entry), path, PREPARE, problems), DataContent.UNIQUE));
      case "precondition" -> Optional.of(precondition(entry, content, path));
      case "measure" ->
          Optional.of(measure(Fields.of(orEmpty(content, entry), path, MEASURE, problems)));
      case "idle" -> Optional.of(new Phase.Idle(idleTime(content, path)));
      case "verify" -> {
        Fields none =
            Fields.any(orEmpty(content, entry), path, "nothing, as in \"- verify: {}\"", problems);
        none.forbid(none.names(), "a verify phase has no fields");
        yield Optional.of(new Phase.Verify());
      }
      default -> {
        String hint =
            KnownNames.nearest(keyword, KEYWORDS)
                .map(nearest -> "did you mean \"" + nearest + "\"? ")
                .orElse("");
        problems.add(
            entry,
            path,
            "there is no such phase; " + hint + "Known: " + String.join(", ", KEYWORDS));
        yield Optional.empty();
      }
    };
  }

  private Phase.Prepare prepare(Fields fields, DataContent unsaid) {
    return new Phase.Prepare(
        fields.value("layout", Kind.oneOf(LAYOUTS), Layout.WRITTEN),
        fields.has("data") ? WorkloadReader.data(fields, problems) : unsaid);
  }

  private Phase.Precondition precondition(Node entry, Node content, String path) {
    Fields fields =
        Fields.of(
            orEmpty(content, entry),
            path,
            List.of("workload", "load", "amount", "limit"),
            problems);
    if (!fields.has("workload") && fields.isMap()) {
      fields.problem("workload", "the field is missing; allowed: a workload");
    }
    AccessSpecification workload =
        fields
            .find("workload")
            .map(node -> workloads.read(node, fields.pathOf("workload")))
            .orElseGet(() -> AccessSpecification.of("none", 1, 100, 0));
    return new Phase.Precondition(
        workload,
        loads.readSingle(fields),
        fields.value("amount", Kind.AMOUNT, DEFAULT_AMOUNT_PERCENT),
        fields.value("limit", Kind.TIME, Duration.ZERO));
  }

  private Phase.Measure measure(Fields fields) {
    return new Phase.Measure(
        workloads.readAll(fields),
        loads.readSweeps(fields),
        fields.value("rampUp", Kind.TIME, DEFAULT_RAMP_UP),
        fields.value("runTime", Kind.RUN_TIME, DEFAULT_RUN_TIME),
        fields.value("passes", Kind.wholeNumber(1, MOST_PASSES), 1L).intValue(),
        fields.value("pause", Kind.TIME, Duration.ZERO));
  }

  private Duration idleTime(Node content, String path) {
    return Fields.single(content, path, Kind.TIME, problems).orElse(Duration.ZERO);
  }

  // "- prepare:" with nothing behind it means every default; what is missing is missing there.
  private static Node orEmpty(Node content, Node entry) {
    return Nodes.isNull(content) ? Nodes.emptyMap(entry) : content;
  }
}
