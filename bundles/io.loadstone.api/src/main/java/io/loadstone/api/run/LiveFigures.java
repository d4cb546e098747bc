package io.loadstone.api.run;

import io.loadstone.api.result.ArrivalFigures;
import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.IoFigures;
import io.loadstone.api.result.RunState;
import java.util.Optional;

/**
 * What a run does now; the interval is the last whole one.
 *
 * @param state where the run stands
 * @param activity one phrase: {@code laying out 43 %}, {@code step 3 of 16: exchange-db, 1 x 4}
 * @param step 0-based number of the step under way or last done; -1 before the first
 * @param steps number of steps in all
 * @param workload of the step; empty before the first
 * @param workers of the step
 * @param outstandingPerWorker of the step
 * @param intervalEpochMs beginning of the last interval; 0 if there was none
 * @param intervalLengthNs its real length; 0 if there was none
 * @param intervals that were published so far; changes with every new interval
 * @param read of the last interval
 * @param write of the last interval
 * @param total of the last interval
 * @param arrivals of the last interval; empty in a closed loop
 * @param cpu processor time of the last interval
 * @param device what the block devices behind the targets did in the last interval
 * @param errors operations that failed since the run began
 * @param percentDone of the whole run, by time and by layout, 0 to 100
 * @param secondsLeft estimate for the whole run; -1 if unknown
 */
public record LiveFigures(
    RunState state,
    String activity,
    int step,
    int steps,
    String workload,
    int workers,
    int outstandingPerWorker,
    long intervalEpochMs,
    long intervalLengthNs,
    long intervals,
    IoFigures read,
    IoFigures write,
    IoFigures total,
    Optional<ArrivalFigures> arrivals,
    CpuFigures cpu,
    DeviceFigures device,
    long errors,
    double percentDone,
    double secondsLeft) {}
