package io.loadstone.api.result;

/**
 * A remark on the time line of a run; a row of its journal.
 *
 * @param epochMs when
 * @param text a sentence
 */
public record Annotation(long epochMs, String text) {}
