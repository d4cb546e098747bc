package io.loadstone.plan.internal;

import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.TargetUri;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a whole plan from its tree. */
final class PlanReader {
  /** The words for the modes of the page cache. */
  static final Map<String, DirectMode> DIRECT_MODES =
      Map.of("auto", DirectMode.AUTO, "required", DirectMode.REQUIRED, "off", DirectMode.OFF);

  static final Map<String, ErrorPolicy> ERROR_POLICIES =
      Map.of("stop", ErrorPolicy.STOP, "continue", ErrorPolicy.CONTINUE);

  static final String DEFAULT_NAME = "plan";

  private static final int MOST_STEPS = 10_000;
  private static final int MOST_TARGETS = 1000;
  private static final int MOST_DESTROYED = 1000;
  private static final int MOST_LABELS = 100;
  private static final int MOST_ENGINE_OPTIONS = 100;

  private static final List<String> SHORT_FORM =
      Stream.concat(PhaseReader.PREPARE.stream(), PhaseReader.MEASURE.stream()).toList();
  private static final List<String> COMMON =
      List.of(
          "name",
          "targets",
          "engine",
          "engineOptions",
          "direct",
          "onError",
          "overwrite",
          "destroy",
          "removeAfter",
          "seed",
          "labels",
          "phases");
  private static final List<String> KNOWN =
      Stream.concat(COMMON.stream(), SHORT_FORM.stream()).toList();
  private static final List<String> OF_LOAD =
      LoadReader.KNOWN.stream().map(name -> "load." + name).toList();

  private final ProblemList problems;

  PlanReader(ProblemList problems) {
    this.problems = problems;
  }

  /** The plan; of no use if there are problems afterwards. */
  Plan read(Node root) {
    Fields fields = Fields.of(root, "", KNOWN, OF_LOAD, problems);
    return new Plan(
        fields.value("name", Kind.NAME, DEFAULT_NAME),
        targets(fields),
        fields.value("engine", Kind.ENGINE_NAME, Plan.ENGINE_AUTO),
        engineOptions(fields),
        fields.value("direct", Kind.oneOf(DIRECT_MODES), DirectMode.AUTO),
        onError(fields),
        fields.value("overwrite", Kind.TRUTH, false),
        fields.values("destroy", "names of devices, exports or LUNs", Kind.NAME, 0, MOST_DESTROYED),
        fields.value("removeAfter", Kind.TRUTH, false),
        fields.value("seed", Kind.SEED, Plan.DEFAULT_SEED),
        labels(fields),
        phases(fields));
  }

  private List<TargetUri> targets(Fields fields) {
    if (!fields.has("targets") && fields.isMap()) {
      fields.problem(
          "targets",
          "the field is missing; allowed: a list of targets such as"
              + " [\"file:/srv/lab/t.dat?size=4GiB\"]");
    }
    List<TargetUri> targets = fields.values("targets", "targets", Kind.TARGET, 1, MOST_TARGETS);
    Set<TargetUri> seen = new HashSet<>();
    for (TargetUri target : targets) {
      if (!seen.add(target)) {
        fields.problem("targets", "\"" + target.text() + "\" is in the list twice; leave one out");
      }
    }
    return targets;
  }

  private ErrorPolicy onError(Fields plan) {
    Optional<Node> node = plan.find("onError");
    if (node.isEmpty() || !(node.get() instanceof MappingNode)) {
      return plan.value(
          "onError",
          Kind.oneOf(ERROR_POLICIES).saying("stop, continue or {stopAfter: n}"),
          ErrorPolicy.STOP);
    }
    Fields fields = Fields.of(node.get(), plan.pathOf("onError"), List.of("stopAfter"), problems);
    return new ErrorPolicy(fields.required("stopAfter", Kind.wholeNumber(1, Long.MAX_VALUE), 1L));
  }

  // Which options there are is the engine's matter, and which engine that of the agent.
  private Map<String, String> engineOptions(Fields plan) {
    return texts(
        plan,
        "engineOptions",
        "options",
        "an option",
        "a map of the engine's options such as {sqpoll: true}",
        MOST_ENGINE_OPTIONS);
  }

  private Map<String, String> labels(Fields plan) {
    return texts(
        plan,
        "labels",
        "labels",
        "a label",
        "a map of labels such as {protocol: nfs}",
        MOST_LABELS);
  }

  private Map<String, String> texts(
      Fields plan, String field, String many, String one, String allowed, int most) {
    Optional<Node> node = plan.find(field);
    if (node.isEmpty()) {
      return Map.of();
    }
    Fields fields = Fields.any(node.get(), plan.pathOf(field), allowed, problems);
    Map<String, String> texts = new TreeMap<>();
    for (String name : fields.names()) {
      if (!Kind.NAME.accepts(name)) {
        fields.problem(name, "this is no name of " + one + "; allowed: " + Kind.NAME.allowed());
      }
      texts.put(name, fields.value(name, Kind.LABEL, ""));
    }
    if (texts.size() > most) {
      plan.problem(field, "there are " + texts.size() + " " + many + "; allowed: at most " + most);
    }
    return texts;
  }

  private List<Phase> phases(Fields fields) {
    PhaseReader reader = new PhaseReader(problems);
    if (fields.has("phases")) {
      fields.forbid(
          SHORT_FORM,
          "this belongs to the short form, but the plan lists its phases; move it into the phase"
              + " that it is meant for, such as phases[0].measure");
      List<Phase> phases = reader.readLong(fields);
      checkSteps(fields, "phases", phases);
      return phases;
    }
    if (!fields.has("workloads") && fields.isMap()) {
      fields.problem("workloads", "the field is missing; a plan has either workloads or phases");
      return List.of();
    }
    List<Phase> phases = reader.readShort(fields);
    checkSteps(fields, fields.has("load") ? "load" : "workloads", phases);
    return phases;
  }

  private static void checkSteps(Fields fields, String blamed, List<Phase> phases) {
    long steps = 0;
    for (Phase phase : phases) {
      if (phase instanceof Phase.Measure measure) {
        steps +=
            (long) measure.workloads().size() * measure.load().combinations() * measure.passes();
      }
    }
    if (steps > MOST_STEPS) {
      fields.problem(
          blamed,
          "the plan expands into "
              + steps
              + " steps (workloads x workers x outstanding x rates x passes); allowed: at most "
              + MOST_STEPS);
    }
  }
}
