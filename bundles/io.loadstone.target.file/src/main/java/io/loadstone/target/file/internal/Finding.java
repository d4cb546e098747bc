package io.loadstone.target.file.internal;

import io.loadstone.api.target.FoundTarget;

/**
 * What an examination found out about a file that may be used as asked.
 *
 * @param state what is there
 * @param found what a run would do to it
 */
record Finding(FileState state, FoundTarget found) {}
