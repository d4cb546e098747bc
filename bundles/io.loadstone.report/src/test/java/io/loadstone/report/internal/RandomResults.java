package io.loadstone.report.internal;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.Headroom;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.target.PageCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Results as no run makes them, but as the model allows them. */
final class RandomResults {
  private RandomResults() {}

  static RunResult of(Random random) {
    List<StepResult> steps = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      StepResult sample = Samples.rich().steps().get(random.nextInt(2));
      IoFigures read = figures(random);
      steps.add(
          new StepResult(
              Samples.plan(steps.size(), workload(random), 1 + random.nextInt(99), 4),
              sample.targets(),
              sample.engine(),
              PageCache.of(random.nextBoolean()),
              Samples.START + random.nextInt(),
              random.nextBoolean() ? 0 : Samples.START,
              random.nextDouble(),
              random.nextDouble(),
              read,
              figures(random),
              read,
              Optional.empty(),
              new CpuFigures(
                  random.nextDouble() * 200, random.nextInt(-1, 101), -1, 3, HostFigures.UNKNOWN),
              DeviceFigures.UNKNOWN,
              Optional.empty(),
              Optional.empty(),
              generator(random),
              sample.verdict(),
              sample.selfChecks(),
              random.nextBoolean()
                  ? DataFigures.NONE
                  : new DataFigures(
                      1 + random.nextInt(9999),
                      512,
                      100 * random.nextDouble(),
                      100 * random.nextDouble())));
    }
    RunSummary run =
        Samples.run(
            random.nextBoolean() ? RunState.COMPLETED : RunState.INTERRUPTED,
            text(random),
            Map.of(text(random) + "a", text(random), text(random) + "b", text(random)));
    return new RunResult(
        run,
        text(random),
        new AgentInfo(
            text(random), text(random), text(random), 1, random.nextLong(), "", text(random)),
        steps,
        Samples.rich().saturation(),
        Samples.rich().journal());
  }

  private static GeneratorFigures generator(Random random) {
    return random.nextBoolean()
        ? GeneratorFigures.unknown("Because of " + text(random))
        : new GeneratorFigures(
            Headroom.of(1 + random.nextInt(1 << 30)).against(random.nextInt(1 << 20)),
            random.nextInt(-1, 9),
            random.nextLong(-1, Long.MAX_VALUE),
            random.nextLong(-1, Long.MAX_VALUE),
            random.nextLong(-1, Long.MAX_VALUE),
            random.nextInt(-1, 101));
  }

  private static AccessSpecification workload(Random random) {
    List<AccessLine> lines = new ArrayList<>();
    for (int i = random.nextInt(1, 101); i > 0; i--) {
      lines.add(
          new AccessLine(
              512 * random.nextInt(1, 999),
              random.nextDouble() * 100,
              random.nextInt(101),
              random.nextInt(101),
              random.nextInt(1, 9),
              Duration.ofMillis(random.nextInt(9)),
              512));
    }
    return new AccessSpecification(
        text(random),
        lines,
        random.nextBoolean() ? Distribution.UNIFORM : Distribution.parse("zipf(1.2 clustered)"),
        AddressRange.WHOLE,
        random.nextInt(1, 9),
        random.nextBoolean() ? Sequence.BACKWARD : new Sequence.Strided(1 << 20),
        new DataContent(95 * random.nextDouble(), 100 * random.nextDouble(), 8192));
  }

  private static IoFigures figures(Random random) {
    return random.nextInt(3) == 0
        ? IoFigures.NONE
        : Samples.figures(
            random.nextLong(1, 1L << 40),
            random.nextLong(1, 1L << 20),
            random.nextDouble() * 1e9,
            random.nextLong(1, 1L << 50));
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.appendCodePoint(random.nextInt(5) == 0 ? random.nextInt(0xD800) : random.nextInt(128));
    }
    return text.toString();
  }
}
