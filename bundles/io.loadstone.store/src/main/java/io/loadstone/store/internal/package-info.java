/**
 * Runs, steps and intervals in one SQLite file: {@link
 * io.loadstone.store.internal.SqliteResultStore} is the service, {@link
 * io.loadstone.store.internal.Database} the file, the {@code *Rows} classes the mapping of records
 * to rows.
 */
@NullMarked
package io.loadstone.store.internal;

import org.jspecify.annotations.NullMarked;
