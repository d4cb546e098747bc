/** The skeleton of a profile, to be copied by writers of plug-ins. */
@NullMarked
package io.loadstone.profile.example.internal;

import org.jspecify.annotations.NullMarked;
