package io.loadstone.api.target;

import java.nio.file.Path;

/**
 * Where the kernel serves a target: a regular file or a block device.
 *
 * @param path absolute, real path
 * @param writable whether it may be opened for writing; if not, only for reading
 */
public record TargetPath(Path path, boolean writable) {}
