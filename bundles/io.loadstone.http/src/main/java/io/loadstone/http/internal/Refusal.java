package io.loadstone.http.internal;

/**
 * A request that is not let through, or can't be read.
 *
 * @param status of HTTP
 * @param check a word for the check that refused it, the same for ever, for programs
 * @param message a whole sentence, for people
 */
record Refusal(int status, String check, String message) {}
