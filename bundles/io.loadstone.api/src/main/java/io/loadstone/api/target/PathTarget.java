package io.loadstone.api.target;

import java.nio.file.Path;
import org.osgi.annotation.versioning.ConsumerType;

/** A target that the kernel serves under a path: a regular file or a block device. */
@ConsumerType
public interface PathTarget extends Target {
  /** Absolute, real path. */
  Path path();

  /** Whether it may be opened for writing; if not, only for reading. */
  boolean writable();
}
