/** Plans that measure what CrystalDiskMark measures, in the way it does. */
@NullMarked
package io.loadstone.profile.crystaldiskmark.internal;

import org.jspecify.annotations.NullMarked;
