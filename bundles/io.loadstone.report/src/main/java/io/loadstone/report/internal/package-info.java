/**
 * What a run measured, written down: JSON with its schema, CSV of the intervals, a histogram log,
 * the CrystalDiskMark report and a table for people. Each format is a service; none measures or
 * keeps anything.
 */
@NullMarked
package io.loadstone.report.internal;

import org.jspecify.annotations.NullMarked;
