/**
 * The bundles of the built distribution in a framework of Pax Exam, with the settings and flags
 * that ship. The tests run inside, as a bundle, and speak to the agent through its MBeans and its
 * HTTP endpoint like everybody else.
 */
@NullMarked
package io.loadstone.itests.runtime;

import org.jspecify.annotations.NullMarked;
