/**
 * Counts: recorders that loops write into, intervals made of them, and step results that are the
 * sums of their intervals, checked and judged.
 */
@NullMarked
package io.loadstone.core.internal.account;

import org.jspecify.annotations.NullMarked;
