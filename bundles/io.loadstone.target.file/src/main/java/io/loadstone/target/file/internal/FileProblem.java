package io.loadstone.target.file.internal;

import io.loadstone.api.engine.Errno;
import java.nio.file.Path;

/** What an error number means for a file, with its cure where the file says more than the errno. */
final class FileProblem {
  private FileProblem() {}

  /**
   * One sentence.
   *
   * @param doing what was tried, such as {@code opening for writing}
   * @param errno positive or negated
   * @param mount what holds the file
   */
  static String sentence(String doing, Path path, int errno, Mount mount) {
    String known =
        switch (Errno.of(errno).orElse(Errno.EIO)) {
          case EACCES ->
              "the user of the agent ("
                  + System.getProperty("user.name")
                  + ") may not do that; give it the permission, or take a file in another folder";
          case EPERM ->
              "the file or folder is probably immutable or append-only (see lsattr); chattr -i -a"
                  + " lifts that";
          case EROFS ->
              "the file system is mounted read-only; mount -o remount,rw "
                  + mount.point()
                  + " makes it writable, or take another folder";
          case ENOSPC ->
              "no space is left on "
                  + mount.text()
                  + "; free some, or take a smaller size or another folder";
          case EDQUOT ->
              "the disk quota is used up; free some space, or take a smaller size or another folder";
          case EFBIG ->
              "the file would be larger than "
                  + mount.type()
                  + " or ulimit -f allows; take a smaller size";
          case ELOOP -> "it became a symbolic link; nothing was done with it";
          case EOPNOTSUPP -> mount.type() + " cannot do that";
          default -> "";
        };
    String failed = doing + " " + path + " failed: ";
    return known.isEmpty()
        ? failed + Errno.explain(errno)
        : failed + Errno.text(errno) + ", " + known;
  }
}
