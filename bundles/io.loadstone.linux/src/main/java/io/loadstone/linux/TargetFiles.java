package io.loadstone.linux;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetPath;
import io.loadstone.api.target.TargetTraits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** The open files of the targets of one queue, for engines that drive file descriptors. */
public final class TargetFiles implements AutoCloseable {
  private final int[] fds;
  private boolean closed;

  private TargetFiles(int[] fds) {
    this.fds = fds;
  }

  /** Why an engine that drives file descriptors can't drive a target; empty if it can. */
  public static Optional<String> refuses(TargetTraits target) {
    return target.path().isPresent()
        ? Optional.empty()
        : Optional.of(target.uri() + " is not a file or block device");
  }

  /**
   * Opens the files: read-only or for both as the target says, direct as the target says. Nothing
   * is ever made, no symbolic link followed, and nothing kept that took the place of what was
   * guarded.
   *
   * @throws IllegalArgumentException if there is no target, or one is {@linkplain #refuses refused}
   * @throws IOException if the system refuses, or a target {@linkplain Target#lost() is lost}; the
   *     message names the file, the error and the cure
   */
  public static TargetFiles open(List<? extends Target> targets) throws IOException {
    return open(targets, _ -> 0);
  }

  /**
   * The same, with more flags.
   *
   * @param flags for each target, of the {@code O_} constants
   */
  public static TargetFiles open(List<? extends Target> targets, ToIntFunction<TargetTraits> flags)
      throws IOException {
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("no target; allowed: 1 or more");
    }
    List<Integer> fds = new ArrayList<>();
    try {
      for (Target target : targets) {
        fds.add(kept(open(target.traits(), flags), target));
      }
    } catch (IOException | RuntimeException e) {
      fds.forEach(FileCalls::close);
      throw e;
    }
    return new TargetFiles(fds.stream().mapToInt(Integer::intValue).toArray());
  }

  /** Takes over descriptors that are open already. */
  public static TargetFiles of(int... descriptors) {
    return new TargetFiles(descriptors.clone());
  }

  private static int open(TargetTraits target, ToIntFunction<TargetTraits> more)
      throws IOException {
    TargetPath file =
        target
            .path()
            .orElseThrow(() -> new IllegalArgumentException(refuses(target).orElseThrow()));
    int flags =
        more.applyAsInt(target)
            | (file.writable() ? FileCalls.O_RDWR : FileCalls.O_RDONLY)
            | (target.direct() ? FileCalls.O_DIRECT : 0)
            | FileCalls.O_NOFOLLOW;
    int fd = FileCalls.open(file.path(), flags, 0);
    if (fd >= 0) {
      return fd;
    }
    NativeIoException failure = new NativeIoException("open", fd, file.path().toString());
    if (fd == -Errno.EINVAL.number() && target.direct()) {
      throw new IOException(
          failure.getMessage()
              + "; its file system ("
              + FileSystemStatus.of(file.path()).type()
              + ") has no direct I/O: say direct: off to measure through the page cache",
          failure);
    }
    throw failure;
  }

  // Whatever had the name when it was opened is held against what was guarded before it is written
  // to: queues are opened anew for each step of a run.
  private static int kept(int fd, Target target) throws IOException {
    Optional<String> lost = target.lost();
    if (lost.isPresent()) {
      FileCalls.close(fd);
      throw new IOException(lost.get());
    }
    return fd;
  }

  /** File descriptors in the order of the targets; the caller must not change the array. */
  public int[] descriptors() {
    return fds;
  }

  /** Safe to repeat. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      for (int fd : fds) {
        FileCalls.close(fd);
      }
    }
  }
}
