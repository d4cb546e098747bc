package io.loadstone.api.result;

/**
 * The optimum of a sweep of the load: beyond it response time climbs steeply or IOPS stop rising.
 *
 * @param workload name of the access specification
 * @param step 0-based index of the step that is the optimum, {@link StepPlan#index()}
 * @param workers of that step
 * @param outstandingPerWorker of that step
 * @param iops of that step
 * @param responseTimeMeanNs of that step
 * @param saturated whether a later step showed that it is the optimum; if not, it is only the last
 *     one
 * @param rule the rule that was used, as a sentence
 * @param reason the figures that decided, as a sentence
 */
public record Saturation(
    String workload,
    int step,
    int workers,
    int outstandingPerWorker,
    double iops,
    double responseTimeMeanNs,
    boolean saturated,
    String rule,
    String reason) {}
