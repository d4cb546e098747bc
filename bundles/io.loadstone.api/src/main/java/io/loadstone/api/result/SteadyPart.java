package io.loadstone.api.result;

/**
 * The longest part at the end of a step in which its rate stayed the same: the highest and the
 * lowest rate are within 20 % of the mean, and their trend over the whole part within 10 % (the
 * limits of the SNIA performance test specification). What a cache or a fast start hides in a
 * step's mean shows here.
 *
 * @param startEpochMs its beginning
 * @param runSeconds its real length
 * @param grainSeconds each of the rates that were compared is a mean over this time; more than one
 *     interval where single ones scatter too much
 * @param iops operations per second in it
 * @param mbPerSecond 10^6 bytes per second in it
 */
public record SteadyPart(
    long startEpochMs, double runSeconds, double grainSeconds, double iops, double mbPerSecond) {}
