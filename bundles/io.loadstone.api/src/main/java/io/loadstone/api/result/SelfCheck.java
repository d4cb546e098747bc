package io.loadstone.api.result;

/**
 * One check that a result makes of itself.
 *
 * @param name short and fixed: {@code totals-equal-intervals}
 * @param passed whether it held
 * @param detail a sentence with the figures that it compared
 */
public record SelfCheck(String name, boolean passed, String detail) {}
