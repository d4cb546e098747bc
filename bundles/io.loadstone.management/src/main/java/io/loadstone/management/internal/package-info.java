/**
 * What the agent shows and takes over JMX: the agent itself, its runs, its plug-ins and its
 * metrics. Decides nothing: it asks the services of the API and says what they answer.
 */
@NullMarked
package io.loadstone.management.internal;

import org.jspecify.annotations.NullMarked;
