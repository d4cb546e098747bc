package io.loadstone.api.result;

import io.loadstone.api.plan.AccessSpecification;
import java.time.Duration;

/**
 * One step before it runs: a fixed combination.
 *
 * @param index 0-based place of the step in its run
 * @param workload the access specification
 * @param workers how many
 * @param outstandingPerWorker I/Os that each keeps outstanding
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
    int pass,
    Duration rampUp,
    Duration runTime,
    Duration pause) {
  /** The step's number as people count: from 1. */
  public int number() {
    return index + 1;
  }

  /** I/Os outstanding in all. */
  public int outstanding() {
    return workers * outstandingPerWorker;
  }
}
