package io.loadstone.api.target;

/** How a file gets its length before a run. */
public enum Layout {
  /** Only the length is set; reads of it never reach a device. */
  SPARSE,
  /** The file system reserves the space; unwritten blocks may still read as zeroes from memory. */
  ALLOCATED,
  /** Every byte is written with incompressible, unique data: the default, as devices behave. */
  WRITTEN
}
