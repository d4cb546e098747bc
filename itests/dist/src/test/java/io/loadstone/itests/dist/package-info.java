/**
 * The distribution as a user has it: unpacked into a folder with a blank in its name, run by a user
 * other than root, and driven by nothing but {@code bin/loadstone} and the tools of the system.
 * What is right comes from the plans, from arithmetic, or from {@code stat}, {@code sqlite3} and
 * the like, never from what the program says about itself alone.
 */
@NullMarked
package io.loadstone.itests.dist;

import org.jspecify.annotations.NullMarked;
