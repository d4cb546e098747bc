/** Loadstone beside fio: the same I/O on the same file, in turns, as ratios. */
@NullMarked
package io.loadstone.itests.bench;

import org.jspecify.annotations.NullMarked;
