/**
 * Plans as text: composes YAML (JSON is a part of it) into a tree that knows its lines, lays
 * overrides over it, reads the tree into a plan with every problem found in one go, and writes
 * plans as YAML.
 */
@NullMarked
package io.loadstone.plan.internal;

import org.jspecify.annotations.NullMarked;
