package io.loadstone.plan.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.quantity.Percentages;
import io.loadstone.api.quantity.Sizes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads workloads: three fields for one kind of operation, or Iometer's lines. */
final class WorkloadReader {
  private static final List<String> LINE_SHAPE =
      List.of("read", "random", "burst", "delay", "align");
  private static final List<String> KNOWN =
      List.of(
          "name",
          "blockSize",
          "read",
          "random",
          "burst",
          "delay",
          "align",
          "lines",
          "distribution",
          "range",
          "streams",
          "sequence",
          "data");
  private static final List<String> KNOWN_OF_LINE =
      List.of("size", "share", "read", "random", "burst", "delay", "align");
  private static final int FALLBACK_BYTES = 4096;
  private static final int MOST_WORKLOADS = 1000;
  private static final double SHARE_TOLERANCE = 1e-6;

  private final ProblemList problems;

  WorkloadReader(ProblemList problems) {
    this.problems = problems;
  }

  /** The workloads of a measure phase; their names are unique. */
  List<AccessSpecification> readAll(Fields phase) {
    if (!phase.has("workloads") && phase.isMap()) {
      phase.problem("workloads", "the field is missing; allowed: a list of workloads");
    }
    List<Node> entries = phase.list("workloads", "workloads", 1, MOST_WORKLOADS);
    List<AccessSpecification> workloads = new ArrayList<>();
    Map<String, String> pathsByName = new HashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      String path = phase.pathOf("workloads") + "[" + i + "]";
      Fields fields = Fields.of(entries.get(i), path, KNOWN, problems);
      AccessSpecification workload = read(fields);
      String earlier = pathsByName.putIfAbsent(workload.name(), path);
      if (earlier != null && !workload.name().isEmpty()) {
        fields.problem(
            "name",
            "\""
                + workload.name()
                + "\" is the name of "
                + earlier
                + " already; choose another one");
      }
      workloads.add(workload);
    }
    return workloads;
  }

  /** The one workload of a precondition phase. */
  AccessSpecification read(Node node, String path) {
    return read(Fields.of(node, path, KNOWN, problems));
  }

  private AccessSpecification read(Fields fields) {
    // An empty name never comes out of a valid text; it stands for "not known" below.
    String name = fields.required("name", Kind.NAME, "");
    List<AccessLine> lines = fields.has("lines") ? lines(fields) : List.of(flatLine(fields));
    return new AccessSpecification(
        name,
        lines,
        distribution(fields, lines),
        fields.value("range", Kind.RANGE, AddressRange.WHOLE),
        fields.value("streams", Kind.wholeNumber(1, 10_000), 1L).intValue(),
        sequence(fields, lines),
        data(fields, lines));
  }

  private static Distribution distribution(Fields fields, List<AccessLine> lines) {
    Distribution distribution =
        fields.value("distribution", Kind.DISTRIBUTION, Distribution.UNIFORM);
    if (distribution instanceof Distribution.FullCoverage
        && lines.stream().mapToInt(AccessLine::sizeBytes).distinct().count() > 1) {
      fields.problem(
          "distribution",
          "fullCoverage needs lines of one size; give them the same size, or use uniform");
    }
    return distribution;
  }

  private static Sequence sequence(Fields fields, List<AccessLine> lines) {
    Sequence sequence = fields.value("sequence", Kind.SEQUENCE, Sequence.FORWARD);
    if (sequence instanceof Sequence.Strided strided
        && lines.stream()
            .anyMatch(
                line ->
                    strided.strideBytes() < line.sizeBytes()
                        || strided.strideBytes() % line.alignBytes() != 0)) {
      fields.problem(
          "sequence",
          "a stride of "
              + Sizes.format(strided.strideBytes())
              + " does not fit the operations; allowed: at least their size, and a multiple of what"
              + " they are aligned to");
    }
    return sequence;
  }

  private DataContent data(Fields fields, List<AccessLine> lines) {
    DataContent data = data(fields, problems);
    boolean broken =
        lines.stream()
            .anyMatch(
                line ->
                    line.readPercent() < 100
                        && (line.sizeBytes() % data.unitBytes() != 0
                            || line.alignBytes() % data.unitBytes() != 0));
    if (data.duplicates() && broken) {
      fields.problem(
          "data",
          "duplicates of "
              + Sizes.format(data.unitBytes())
              + " need writes whose size and alignment are multiples of it; set unit to a smaller"
              + " power of two, or change the sizes");
    }
    return data;
  }

  /** What is written, by the field {@code data}; unique if it is not there. */
  static DataContent data(Fields of, ProblemList problems) {
    return of.find("data")
        .map(
            node -> {
              Fields fields =
                  Fields.of(
                      node,
                      of.pathOf("data"),
                      List.of("compressible", "duplicate", "unit"),
                      problems);
              return new DataContent(
                  fields.value("compressible", Kind.COMPRESSIBLE, 0.0),
                  fields.value("duplicate", Kind.PERCENTAGE, 0.0),
                  fields.value("unit", Kind.UNIT, DataContent.DEFAULT_UNIT));
            })
        .orElse(DataContent.UNIQUE);
  }

  private static AccessLine flatLine(Fields fields) {
    if (!fields.has("blockSize") && fields.isMap()) {
      fields.problem(
          "blockSize",
          "the field is missing; a workload has either blockSize, read and random, or lines");
    }
    return line(fields, fields.value("blockSize", Kind.OPERATION_BYTES, FALLBACK_BYTES), 100);
  }

  private List<AccessLine> lines(Fields fields) {
    fields.forbid(List.of("blockSize"), "this stands in each of the lines, as size");
    fields.forbid(LINE_SHAPE, "this stands in each of the lines; a workload with lines has none");
    List<Node> entries = fields.list("lines", "lines", 1, AccessSpecification.MAX_LINES);
    List<AccessLine> lines = new ArrayList<>();
    boolean sharesKnown = !entries.isEmpty();
    for (int i = 0; i < entries.size(); i++) {
      String path = fields.pathOf("lines") + "[" + i + "]";
      Fields line = Fields.of(entries.get(i), path, KNOWN_OF_LINE, problems);
      int size = line.required("size", Kind.OPERATION_BYTES, FALLBACK_BYTES);
      double share =
          entries.size() == 1
              ? line.value("share", Kind.SHARE, 100.0)
              : line.required("share", Kind.SHARE, Double.NaN);
      sharesKnown &= !Double.isNaN(share);
      lines.add(line(line, size, share));
    }
    if (sharesKnown) {
      checkSum(fields, lines);
    }
    return lines.isEmpty() ? List.of(AccessLine.of(FALLBACK_BYTES, 100, 0)) : lines;
  }

  private static void checkSum(Fields fields, List<AccessLine> lines) {
    double sum = lines.stream().mapToDouble(AccessLine::sharePercent).sum();
    if (Math.abs(sum - 100) > SHARE_TOLERANCE) {
      double shown = BigDecimal.valueOf(sum).setScale(6, RoundingMode.HALF_UP).doubleValue();
      fields.problem(
          "lines", "the shares sum to " + Percentages.format(shown) + "; allowed: exactly 100%");
    }
  }

  private static AccessLine line(Fields fields, int sizeBytes, double sharePercent) {
    return new AccessLine(
        sizeBytes,
        sharePercent,
        fields.value("read", Kind.PERCENTAGE, 100.0),
        fields.value("random", Kind.PERCENTAGE, 0.0),
        fields.value("burst", Kind.wholeNumber(1, 1_000_000), 1L).intValue(),
        fields.value("delay", Kind.TIME, Duration.ZERO),
        fields.value("align", Kind.OPERATION_BYTES, sizeBytes));
  }
}
