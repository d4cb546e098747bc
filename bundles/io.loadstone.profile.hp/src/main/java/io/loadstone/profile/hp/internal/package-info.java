/** The HP EVA4400 study as a plan, in full length and as the quick first look at a target. */
@NullMarked
package io.loadstone.profile.hp.internal;

import org.jspecify.annotations.NullMarked;
