/**
 * Targets that are regular files: {@link io.loadstone.target.file.internal.Examination} is the one
 * place that judges a file, for previews and for real; {@link
 * io.loadstone.target.file.internal.LayoutRecord} is how a file is known to be Loadstone's own.
 */
@NullMarked
package io.loadstone.target.file.internal;

import org.jspecify.annotations.NullMarked;
