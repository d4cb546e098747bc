/** The NetApp comparison of protocols as a plan. */
@NullMarked
package io.loadstone.profile.netapp.internal;

import org.jspecify.annotations.NullMarked;
