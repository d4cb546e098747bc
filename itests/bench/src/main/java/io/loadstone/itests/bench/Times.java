package io.loadstone.itests.bench;

/**
 * How long each turn takes.
 *
 * @param rampUpSeconds before the figures begin
 * @param runSeconds of figures
 */
record Times(int rampUpSeconds, int runSeconds) {}
