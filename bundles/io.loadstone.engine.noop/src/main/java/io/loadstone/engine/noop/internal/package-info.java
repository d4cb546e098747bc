/**
 * The engine and the target that do nothing. They measure the tool itself, and are the skeleton
 * that writers of engines and targets copy: read {@code NoopEngine}, {@code NoopQueue}, {@code
 * NoopTargetProvider} and {@code NoopTarget} in this order. The test of the engine extends the
 * contract of the test kit; that of a copy must too.
 */
@NullMarked
package io.loadstone.engine.noop.internal;

import org.jspecify.annotations.NullMarked;
