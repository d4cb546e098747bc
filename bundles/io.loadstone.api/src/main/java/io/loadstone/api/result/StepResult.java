package io.loadstone.api.result;

import io.loadstone.api.quantity.LatencyUnit;
import io.loadstone.api.target.PageCache;
import java.util.List;
import java.util.Optional;

/**
 * What a step measured: the sum of its intervals that are not ramp-up.
 *
 * @param step what was to be done
 * @param targets texts of the target URIs
 * @param engine name of the engine
 * @param pageCache what the page cache had to do with its I/O
 * @param startEpochMs beginning of the measured time, after the ramp-up
 * @param endEpochMs end of the measured time
 * @param rampUpSeconds real length of the ramp-up
 * @param runSeconds real length of the measured time
 * @param read reads
 * @param write writes
 * @param total both, from merged histograms
 * @param arrivals how the schedule of an open loop was kept; empty in a closed loop
 * @param cpu over the measured time
 * @param device what the block devices behind the targets did in the measured time
 * @param steady the part at its end in which its rate stayed the same; empty if there is none of 5
 *     intervals or more
 * @param durable the writes with their flush; empty if nothing was written or it was not flushed
 * @param generator what the generator saw of itself
 * @param verdict whether the figures describe the target
 * @param selfChecks what it checked of itself
 * @param data what could be made of the data that it wrote
 */
public record StepResult(
    StepPlan step,
    List<String> targets,
    String engine,
    PageCache pageCache,
    long startEpochMs,
    long endEpochMs,
    double rampUpSeconds,
    double runSeconds,
    IoFigures read,
    IoFigures write,
    IoFigures total,
    Optional<ArrivalFigures> arrivals,
    CpuFigures cpu,
    DeviceFigures device,
    Optional<SteadyPart> steady,
    Optional<DurableWrites> durable,
    GeneratorFigures generator,
    Verdict verdict,
    List<SelfCheck> selfChecks,
    DataFigures data) {
  public StepResult {
    targets = List.copyOf(targets);
    selfChecks = List.copyOf(selfChecks);
  }

  /** Whether no I/O went through the page cache. */
  public boolean direct() {
    return pageCache != PageCache.USED;
  }

  /** The unit in which people read the latencies of these steps beside each other. */
  public static LatencyUnit latencyUnit(List<StepResult> steps) {
    return LatencyUnit.fit(
        steps.stream().mapToDouble(step -> step.total().responseTime().p99Ns()).max().orElse(0));
  }
}
