package io.loadstone.api.result;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.OpenLoop;
import java.time.Duration;
import java.util.Optional;

/**
 * One step before it runs: a fixed combination.
 *
 * @param index 0-based place of the step in its run
 * @param workload the access specification
 * @param workers how many
 * @param outstandingPerWorker I/Os that each keeps outstanding; in an open loop the most that it
 *     may have
 * @param openLoop the arrival rate; empty in a closed loop
 * @param pass 1-based number of the repetition
 * @param rampUp driven before the run time
 * @param runTime measured
 * @param pause waited before it
 */
public record StepPlan(
    int index,
    AccessSpecification workload,
    int workers,
    int outstandingPerWorker,
    Optional<OpenLoop> openLoop,
    int pass,
    Duration rampUp,
    Duration runTime,
    Duration pause) {
  /** A step of a closed loop. */
  public StepPlan(
      int index,
      AccessSpecification workload,
      int workers,
      int outstandingPerWorker,
      int pass,
      Duration rampUp,
      Duration runTime,
      Duration pause) {
    this(
        index,
        workload,
        workers,
        outstandingPerWorker,
        Optional.empty(),
        pass,
        rampUp,
        runTime,
        pause);
  }

  /** The step's number as people count: from 1. */
  public int number() {
    return index + 1;
  }

  /** How hard, for people: {@code 4 x 32}, in an open loop {@code 4 x 32 at 5000/s}. */
  public String loadText() {
    return workers
        + " x "
        + outstandingPerWorker
        + openLoop.map(open -> " at " + open.rate().format()).orElse("");
  }

  /** I/Os outstanding in all; in an open loop the most. */
  public int outstanding() {
    return workers * outstandingPerWorker;
  }
}
