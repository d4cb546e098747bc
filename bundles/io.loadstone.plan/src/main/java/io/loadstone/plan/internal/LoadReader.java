package io.loadstone.plan.internal;

import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.Load;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.Rate;
import io.loadstone.api.quantity.RateSweep;
import io.loadstone.api.quantity.Sweep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads how hard: a closed loop, or an open one if there is a rate. */
final class LoadReader {
  /** The words for how arrivals are spread; bursts have their number of operations instead. */
  static final Map<String, Arrivals> ARRIVALS =
      Map.of("constant", Arrivals.CONSTANT, "poisson", Arrivals.POISSON);

  /** The fields of a load. */
  static final List<String> KNOWN = List.of("workers", "outstanding", "rate", "arrivals");

  private static final RateSweep FALLBACK_RATE = RateSweep.of(Rate.ofOperations(1));

  private final ProblemList problems;

  LoadReader(ProblemList problems) {
    this.problems = problems;
  }

  /** The load of a measure phase. */
  Load readSweeps(Fields phase) {
    return read(phase, Kind.SWEEP, Kind.RATES);
  }

  /** The load of a precondition phase, which has no sweep. */
  Load readSingle(Fields phase) {
    return read(phase, Kind.SINGLE, Kind.SINGLE_RATE);
  }

  private Load read(Fields phase, Kind<Sweep> numbers, Kind<RateSweep> rates) {
    Optional<Node> node = phase.find("load");
    if (node.isEmpty()) {
      return Load.ONE;
    }
    Fields fields = Fields.of(node.get(), phase.pathOf("load"), KNOWN, problems);
    Sweep workers = fields.valueOrList("workers", numbers, Sweep.of(1));
    Sweep outstanding = fields.valueOrList("outstanding", numbers, Sweep.of(1));
    Optional<RateSweep> rate =
        fields.has("rate")
            ? Optional.of(fields.valueOrList("rate", rates, FALLBACK_RATE))
            : Optional.empty();
    if (rate.isEmpty()) {
      fields.forbid(
          List.of("arrivals"),
          "this belongs to an open loop, but the load has no rate; give it one, such as"
              + " rate: 5000/s, or leave this out");
    }
    try {
      return new Load(workers, outstanding, rate, arrivals(fields));
    } catch (InvalidValueException e) {
      phase.problem("load", e.getMessage());
      return Load.ONE;
    }
  }

  private Arrivals arrivals(Fields load) {
    Optional<Node> node = load.find("arrivals");
    if (node.isEmpty() || !(node.get() instanceof MappingNode)) {
      return load.value(
          "arrivals",
          Kind.oneOf(ARRIVALS).saying("constant, poisson or {burst: n}"),
          Arrivals.CONSTANT);
    }
    Fields fields = Fields.of(node.get(), load.pathOf("arrivals"), List.of("burst"), problems);
    return Arrivals.bursts(
        fields.required("burst", Kind.wholeNumber(1, Arrivals.MAX_BURST), 1L).intValue());
  }
}
