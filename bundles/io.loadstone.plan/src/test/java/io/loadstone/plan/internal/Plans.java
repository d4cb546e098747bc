package io.loadstone.plan.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.AddressRange.Bound;
import io.loadstone.api.plan.AddressRange.Unit;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Distribution.Hot;
import io.loadstone.api.plan.Distribution.Zone;
import io.loadstone.api.plan.ErrorPolicy;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.quantity.RateSweep;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Plans of every shape. */
final class Plans {
  private Plans() {}

  static Arbitrary<Plan> all() {
    return Combinators.combine(
            names(),
            targets().set().ofMinSize(1).ofMaxSize(3),
            Arbitraries.of("auto", "uring", "a-b2"),
            Arbitraries.of(DirectMode.class),
            Arbitraries.of(
                ErrorPolicy.STOP,
                ErrorPolicy.CONTINUE,
                new ErrorPolicy(2),
                new ErrorPolicy(1L << 40)),
            flags(),
            Arbitraries.longs(),
            labels())
        .flatAs(
            (name, targets, engine, direct, onError, flags, seed, labels) ->
                Combinators.combine(labels(), phases())
                    .as(
                        (engineOptions, phases) ->
                            new Plan(
                                name,
                                List.copyOf(targets),
                                engine,
                                engineOptions,
                                direct,
                                onError,
                                flags.getFirst().equals("true"),
                                flags.subList(1, flags.size()),
                                seed % 2 == 0,
                                seed,
                                labels,
                                phases)));
  }

  static Arbitrary<String> names() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMinLength(1).ofMaxLength(127).filter(Kind.NAME::accepts),
        Arbitraries.strings()
            .withCharRange(' ', '~')
            .ofMinLength(1)
            .ofMaxLength(20)
            .filter(Kind.NAME::accepts),
        Arbitraries.of(
            "true",
            "null",
            "~",
            "1",
            "0x1F",
            "-",
            "- a",
            "a: b",
            "#a",
            "a #b",
            "@a",
            "%a",
            "'",
            "\"",
            "!!x",
            "*a",
            "&a",
            "{a",
            "[a",
            "---",
            "...",
            "<<",
            "=",
            "1e3",
            ".inf",
            "é😀",
            "a\u2028b"));
  }

  private static Arbitrary<List<String>> flags() {
    return Combinators.combine(Arbitraries.of("true", "false"), names().list().ofMaxSize(2))
        .as(
            (first, rest) -> {
              List<String> all = new ArrayList<>(List.of(first));
              all.addAll(rest);
              return all;
            });
  }

  private static Arbitrary<TargetUri> targets() {
    Arbitrary<String> path =
        Arbitraries.oneOf(
            names(),
            Arbitraries.of(
                "",
                "/srv/a b",
                " x ",
                "/100%",
                "/a?b&c=d",
                "/+",
                "/ü",
                "a\nb\tc",
                "//host/export"));
    return Combinators.combine(
            Arbitraries.of("file", "noop", "nfs"),
            path,
            Arbitraries.maps(names(), path).ofMaxSize(2))
        .as(TargetUri::new);
  }

  private static Arbitrary<Map<String, String>> labels() {
    return Arbitraries.maps(
            names(), Arbitraries.oneOf(names(), Arbitraries.of("", " ", " a ", "4KiB")))
        .ofMaxSize(3);
  }

  private static Arbitrary<List<Phase>> phases() {
    Arbitrary<Phase> prepare =
        Combinators.combine(Arbitraries.of(Layout.class), data(List.of())).as(Phase.Prepare::new);
    Arbitrary<Phase> measure = measures();
    Arbitrary<List<Phase>> shortForm = Combinators.combine(prepare, measure).as(List::of);
    return Arbitraries.oneOf(
        shortForm,
        Arbitraries.oneOf(
                prepare,
                measure,
                preconditions(),
                times().map(Phase.Idle::new),
                Arbitraries.just(new Phase.Verify()))
            .list()
            .ofMinSize(1)
            .ofMaxSize(4));
  }

  private static Arbitrary<Phase> preconditions() {
    return Combinators.combine(
            workloads(),
            Arbitraries.integers().between(1, 1000),
            Arbitraries.doubles().between(0.01, 1_000_000),
            times())
        .as(
            (workload, n, amount, limit) ->
                new Phase.Precondition(
                    workload, new Load(Sweep.of(n), Sweep.of(1001 - n)), amount, limit));
  }

  private static Arbitrary<Phase> measures() {
    Arbitrary<Sweep> sweeps =
        Arbitraries.of("1", "1..4", "1..40 step 3", "1..64 x2", "1,4,16", "1, 4", "2..3,7", "01")
            .map(Sweep::parse);
    return Combinators.combine(
            workloads().list().uniqueElements(AccessSpecification::name).ofMinSize(1).ofMaxSize(3),
            Combinators.combine(sweeps, sweeps, rates().optional(), arrivals())
                .as(
                    (workers, outstanding, rate, arrivals) ->
                        new Load(
                            workers,
                            outstanding,
                            rate,
                            rate.isPresent() ? arrivals : Arrivals.CONSTANT)),
            times(),
            times().filter(time -> time.compareTo(Duration.ofMillis(1)) >= 0),
            Arbitraries.integers().between(1, 3),
            times())
        .as(Phase.Measure::new);
  }

  private static Arbitrary<RateSweep> rates() {
    return Arbitraries.of(
            "1",
            "0.5/s",
            "5000/s",
            "5000 /s",
            "200MB/s",
            "100 MiB/s",
            "1000..5000 step 1000",
            "0.1..0.3 step 0.1",
            "50MB/s..800MB/s x2",
            "1000,2000/s")
        .map(RateSweep::parse);
  }

  private static Arbitrary<Arrivals> arrivals() {
    return Arbitraries.of(Arrivals.CONSTANT, Arrivals.POISSON, Arrivals.bursts(64));
  }

  private static Arbitrary<Duration> times() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(0, Duration.ofDays(365).toNanos()).map(Duration::ofNanos),
        Arbitraries.integers().between(0, 100).map(Duration::ofSeconds),
        Arbitraries.integers().between(0, 8760).map(Duration::ofHours));
  }

  private static Arbitrary<AccessSpecification> workloads() {
    return Combinators.combine(
            names(), lines(), ranges(), Arbitraries.integers().between(1, 10_000))
        .flatAs(
            (name, lines, range, streams) ->
                Combinators.combine(distributions(lines), sequences(lines), data(lines))
                    .as(
                        (distribution, sequence, data) ->
                            new AccessSpecification(
                                name, lines, distribution, range, streams, sequence, data)));
  }

  private static Arbitrary<Distribution> distributions(List<AccessLine> lines) {
    Arbitrary<Double> share = Arbitraries.doubles().between(1e-9, 0.999).ofScale(9);
    Arbitrary<Hot> hot = Arbitraries.of(Hot.class);
    return Arbitraries.oneOf(
        Arbitraries.of(
            Distribution.UNIFORM,
            lines.stream().mapToInt(AccessLine::sizeBytes).distinct().count() > 1
                ? Distribution.UNIFORM
                : Distribution.FULL_COVERAGE,
            new Distribution.Zones(List.of(new Zone(100, 100))),
            new Distribution.Zones(
                List.of(new Zone(80, 0.5), new Zone(0, 49.5), new Zone(20, 50)))),
        Combinators.combine(Arbitraries.doubles().between(0.01, 10), hot)
            .as(Distribution.Zipf::new),
        Combinators.combine(share, hot).as(Distribution.Pareto::new),
        Combinators.combine(Arbitraries.doubles().between(0, 100), share)
            .as(Distribution.Normal::new));
  }

  private static Arbitrary<Sequence> sequences(List<AccessLine> lines) {
    AccessLine first = lines.getFirst();
    long stride = (long) first.alignBytes() * Math.ceilDiv(first.sizeBytes(), first.alignBytes());
    return lines.size() > 1 || stride > 1L << 40
        ? Arbitraries.of(Sequence.FORWARD, Sequence.BACKWARD)
        : Arbitraries.of(Sequence.FORWARD, Sequence.BACKWARD, new Sequence.Strided(stride * 3));
  }

  private static Arbitrary<DataContent> data(List<AccessLine> lines) {
    boolean free =
        lines.stream()
            .allMatch(
                line ->
                    line.readPercent() == 100
                        || (line.sizeBytes() % 512 == 0 && line.alignBytes() % 512 == 0));
    return Combinators.combine(
            Arbitraries.doubles().between(0, 95), Arbitraries.doubles().between(0, 100))
        .flatAs(
            (compressible, duplicate) ->
                Arbitraries.of(
                    DataContent.UNIQUE,
                    new DataContent(compressible, 0, 1 << 20),
                    new DataContent(compressible, free ? duplicate : 0, 512)));
  }

  private static Arbitrary<List<AccessLine>> lines() {
    return Arbitraries.of(1, 1, 2, 3, 7, 12)
        .flatMap(count -> line().list().ofSize(count).map(Plans::withEqualShares));
  }

  private static List<AccessLine> withEqualShares(List<AccessLine> lines) {
    return lines.stream()
        .map(
            l ->
                new AccessLine(
                    l.sizeBytes(),
                    100.0 / lines.size(),
                    l.readPercent(),
                    l.randomPercent(),
                    l.burst(),
                    l.delay(),
                    l.alignBytes()))
        .toList();
  }

  private static Arbitrary<AccessLine> line() {
    Arbitrary<Integer> sizes =
        Arbitraries.oneOf(
            Arbitraries.integers().between(1, 1 << 30),
            Arbitraries.of(512, 4096, 1 << 20, 1 << 30));
    Arbitrary<Double> percent =
        Arbitraries.oneOf(Arbitraries.of(0.0, 60.0, 100.0), Arbitraries.doubles().between(0, 100));
    return Combinators.combine(
            sizes, percent, percent, Arbitraries.integers().between(1, 1_000_000), times(), sizes)
        .as(
            (size, read, random, burst, delay, align) ->
                new AccessLine(size, 100, read, random, burst, delay, align));
  }

  private static Arbitrary<AddressRange> ranges() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 1L << 50), Arbitraries.doubles().between(0.5, 100))
        .flatAs(
            (bytes, percent) ->
                Arbitraries.of(
                    AddressRange.WHOLE,
                    new AddressRange(
                        new Bound(Unit.BYTES, bytes), new Bound(Unit.PERCENT, percent)),
                    new AddressRange(
                        new Bound(Unit.BYTES, bytes), new Bound(Unit.BYTES, bytes + 1)),
                    new AddressRange(
                        new Bound(Unit.PERCENT, percent / 2), new Bound(Unit.PERCENT, percent))));
  }
}
