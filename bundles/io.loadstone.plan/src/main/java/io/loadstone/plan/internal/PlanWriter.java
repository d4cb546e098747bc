package io.loadstone.plan.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.Percentages;
import io.loadstone.api.quantity.Sizes;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Writes plans as YAML: in the short form where the phases are those of it, with every value that a
 * reader may wonder about, and without the fine points of workloads that are as by default.
 */
final class PlanWriter {
  private PlanWriter() {}

  static String write(Plan plan) {
    DumpSettings settings =
        DumpSettings.builder()
            .setSchema(new CoreSchema())
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setIndent(2)
            .setIndicatorIndent(2)
            .setIndentWithIndicator(true)
            .setSplitLines(false)
            .build();
    Text out = new Text();
    new Dump(settings).dumpNode(plan(plan), out);
    return out.toString();
  }

  private static Node plan(Plan plan) {
    MapOf map =
        new MapOf()
            .text("name", plan.name())
            .put(
                "targets",
                Nodes.list(
                    plan.targets().stream().map(target -> Nodes.text(target.text())).toList(),
                    FlowStyle.BLOCK))
            .plain("engine", plan.engine());
    if (!plan.engineOptions().isEmpty()) {
      MapOf options = new MapOf();
      plan.engineOptions()
          .forEach(
              (name, value) ->
                  options.put(
                      name, Kind.TRUTH.accepts(value) ? Nodes.plain(value) : Nodes.text(value)));
      map.put("engineOptions", options.flow());
    }
    map.plain("direct", wordOf(PlanReader.DIRECT_MODES, plan.direct()))
        .put("onError", onError(plan.onError()))
        .plain("overwrite", Boolean.toString(plan.overwrite()));
    if (!plan.destroy().isEmpty()) {
      map.put(
          "destroy", Nodes.list(plan.destroy().stream().map(Nodes::text).toList(), FlowStyle.FLOW));
    }
    map.plain("removeAfter", Boolean.toString(plan.removeAfter()))
        .plain("seed", Long.toString(plan.seed()));
    if (!plan.labels().isEmpty()) {
      MapOf labels = new MapOf();
      plan.labels().forEach(labels::text);
      map.put("labels", labels.block());
    }
    if (plan.phases().size() == 2
        && plan.phases().get(0) instanceof Phase.Prepare prepare
        && plan.phases().get(1) instanceof Phase.Measure measure) {
      layout(map, prepare, measure.workloads().getFirst().data());
      measure(map, measure);
    } else {
      DataContent dataUnsaid = PhaseReader.dataOf(plan.phases());
      List<Node> phases =
          plan.phases().stream()
              .map(p -> new MapOf().put(p.keyword(), phase(p, dataUnsaid)).block())
              .toList();
      map.put("phases", Nodes.list(phases, FlowStyle.BLOCK));
    }
    return map.block();
  }

  private static Node onError(ErrorPolicy policy) {
    return PlanReader.ERROR_POLICIES.containsValue(policy)
        ? Nodes.plain(wordOf(PlanReader.ERROR_POLICIES, policy))
        : new MapOf().plain("stopAfter", Long.toString(policy.stopAfterErrors())).flow();
  }

  private static Node phase(Phase phase, DataContent dataUnsaid) {
    return switch (phase) {
      case Phase.Prepare prepare -> layout(new MapOf(), prepare, dataUnsaid).flow();
      case Phase.Precondition p ->
          new MapOf()
              .put("workload", workload(p.workload()))
              .put("load", load(p.load()))
              .plain("amount", Percentages.format(p.amountPercent()))
              .plain("limit", Durations.format(p.limit()))
              .block();
      case Phase.Measure measure -> measure(new MapOf(), measure).block();
      case Phase.Idle idle -> Nodes.plain(Durations.format(idle.time()));
      case Phase.Verify _ -> new MapOf().flow();
    };
  }

  private static MapOf layout(MapOf map, Phase.Prepare prepare, DataContent dataUnsaid) {
    map.plain("layout", wordOf(PhaseReader.LAYOUTS, prepare.layout()));
    boolean plain =
        prepare.data().equals(DataContent.UNIQUE) && dataUnsaid.equals(DataContent.UNIQUE);
    return plain ? map : map.put("data", data(prepare.data()));
  }

  private static MapOf measure(MapOf map, Phase.Measure measure) {
    return map.put(
            "workloads",
            Nodes.list(
                measure.workloads().stream().map(PlanWriter::workload).toList(), FlowStyle.BLOCK))
        .put("load", load(measure.load()))
        .plain("rampUp", Durations.format(measure.rampUp()))
        .plain("runTime", Durations.format(measure.runTime()))
        .plain("passes", Integer.toString(measure.passes()))
        .plain("pause", Durations.format(measure.pause()));
  }

  private static Node load(Load load) {
    MapOf map =
        new MapOf()
            .plain("workers", load.workers().text())
            .plain("outstanding", load.outstanding().text());
    load.rate()
        .ifPresent(
            rate -> map.plain("rate", rate.text()).put("arrivals", arrivals(load.arrivals())));
    return map.flow();
  }

  private static Node arrivals(Arrivals arrivals) {
    return arrivals.law() == Arrivals.Law.BURSTS
        ? new MapOf().plain("burst", Integer.toString(arrivals.burst())).flow()
        : Nodes.plain(wordOf(LoadReader.ARRIVALS, arrivals));
  }

  private static Node workload(AccessSpecification workload) {
    MapOf map = new MapOf().text("name", workload.name());
    AccessLine first = workload.lines().getFirst();
    boolean flat = workload.lines().size() == 1 && first.sharePercent() == 100;
    if (flat) {
      line(map.plain("blockSize", Sizes.format(first.sizeBytes())), first);
    } else {
      map.put(
          "lines",
          Nodes.list(workload.lines().stream().map(PlanWriter::line).toList(), FlowStyle.BLOCK));
    }
    if (!workload.distribution().equals(Distribution.UNIFORM)) {
      map.plain("distribution", workload.distribution().text());
    }
    if (!workload.range().equals(AddressRange.WHOLE)) {
      map.plain("range", RangeText.format(workload.range()));
    }
    if (workload.streams() != 1) {
      map.plain("streams", Integer.toString(workload.streams()));
    }
    if (!workload.sequence().equals(Sequence.FORWARD)) {
      map.plain("sequence", workload.sequence().text());
    }
    if (!workload.data().equals(DataContent.UNIQUE)) {
      map.put("data", data(workload.data()));
    }
    return flat ? map.flow() : map.block();
  }

  private static Node data(DataContent data) {
    return new MapOf()
        .plain("compressible", Percentages.format(data.compressiblePercent()))
        .plain("duplicate", Percentages.format(data.duplicatePercent()))
        .plain("unit", Sizes.format(data.unitBytes()))
        .flow();
  }

  private static Node line(AccessLine line) {
    MapOf map =
        new MapOf()
            .plain("size", Sizes.format(line.sizeBytes()))
            .plain("share", Percentages.format(line.sharePercent()));
    return line(map, line).flow();
  }

  private static MapOf line(MapOf map, AccessLine line) {
    map.plain("read", Percentages.format(line.readPercent()))
        .plain("random", Percentages.format(line.randomPercent()));
    if (line.burst() != 1) {
      map.plain("burst", Integer.toString(line.burst()));
    }
    if (!line.delay().equals(Duration.ZERO)) {
      map.plain("delay", Durations.format(line.delay()));
    }
    if (line.alignBytes() != line.sizeBytes()) {
      map.plain("align", Sizes.format(line.alignBytes()));
    }
    return map;
  }

  private static <T> String wordOf(Map<String, T> words, T value) {
    return words.entrySet().stream()
        .filter(word -> word.getValue().equals(value))
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  /** A map under construction. */
  private static final class MapOf {
    private final List<NodeTuple> fields = new ArrayList<>();

    MapOf put(String name, Node value) {
      fields.add(new NodeTuple(Nodes.text(name), value));
      return this;
    }

    MapOf plain(String name, String value) {
      return put(name, Nodes.plain(value));
    }

    MapOf text(String name, String value) {
      return put(name, Nodes.text(value));
    }

    Node flow() {
      return new MappingNode(Tag.MAP, fields, FlowStyle.FLOW);
    }

    Node block() {
      return new MappingNode(Tag.MAP, fields, FlowStyle.BLOCK);
    }
  }

  /** Where the library writes to. */
  private static final class Text extends StringWriter implements StreamDataWriter {}
}
