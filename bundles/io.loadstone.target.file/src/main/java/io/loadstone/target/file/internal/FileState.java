package io.loadstone.target.file.internal;

import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.FileSystemStatus;
import io.loadstone.linux.NativeIoException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is under the path of a target now.
 *
 * @param path real path
 * @param anchor the path itself, or the nearest folder above it that exists
 * @param fileSystem what the anchor is in
 * @param mount what holds it
 * @param status of the file; empty if it does not exist
 * @param record of its layout; empty if it is not ours
 */
record FileState(
    Path path,
    Path anchor,
    FileSystemStatus fileSystem,
    Mount mount,
    Optional<FileStatus> status,
    Optional<LayoutRecord> record) {

  /** Whose a file is. */
  enum Owner {
    /** It does not exist. */
    NOBODY,
    /** Loadstone laid it out. */
    LOADSTONE,
    /** It is there but empty: there is nothing to lose in it. */
    EMPTY,
    /** It holds what Loadstone did not write. */
    FOREIGN
  }

  /**
   * Looks.
   *
   * @throws NativeIoException if the system tells nothing of it
   */
  static FileState of(Path path) throws TargetRefusedException, NativeIoException {
    Path anchor = NamedFile.nearestExisting(path);
    FileSystemStatus fileSystem = FileSystemStatus.of(anchor);
    Optional<FileStatus> status =
        anchor.equals(path) ? Optional.of(FileStatus.of(path)) : Optional.empty();
    return new FileState(
        path,
        anchor,
        fileSystem,
        Mount.of(anchor, fileSystem.type()),
        status,
        status.flatMap(s -> LayoutRecord.of(path, s)));
  }

  /** The same with the record of a layout that begins. */
  FileState with(LayoutRecord begun) {
    return new FileState(path, anchor, fileSystem, mount, status, Optional.of(begun));
  }

  Owner owner() {
    if (status.isEmpty()) {
      return Owner.NOBODY;
    }
    if (record.isPresent()) {
      return Owner.LOADSTONE;
    }
    return status.get().sizeBytes() == 0 ? Owner.EMPTY : Owner.FOREIGN;
  }

  /** Whether Loadstone made it; then it may have another length. */
  boolean madeHere() {
    return record.filter(LayoutRecord::made).isPresent();
  }

  long sizeBytes() {
    return status.map(FileStatus::sizeBytes).orElse(0L);
  }

  /** The key of leases. */
  String identity() {
    // Two names of one file are one target; the guards let several names pass only for reading.
    return status
        .filter(s -> s.linkCount() > 1)
        .map(s -> "file:inode " + s.inode() + " on " + s.deviceMajor() + ":" + s.deviceMinor())
        .orElse("file:" + path);
  }
}
