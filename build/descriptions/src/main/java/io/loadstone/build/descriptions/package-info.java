/**
 * A tool of the build: what a person reads in JConsole is what a programmer reads as Javadoc, so it
 * is written once.
 */
package io.loadstone.build.descriptions;
