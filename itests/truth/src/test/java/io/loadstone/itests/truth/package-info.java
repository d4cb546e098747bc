/**
 * What the core measures, against what is known: devices with known laws, in real time. The short
 * form is part of the suite; {@code -Dtruth.long} makes most measurements ten times as long and
 * adds others.
 */
package io.loadstone.itests.truth;
