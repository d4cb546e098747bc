package io.loadstone.engine.nio.internal;

import io.loadstone.api.engine.Errno;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which errno an exception of the JDK stands for. The JDK keeps only the C library's text of it, so
 * these are the texts of glibc, musl, macOS and Windows that storage gives.
 */
final class ErrnoWords {
  private static final Map<String, Errno> BY_PHRASE =
      Map.ofEntries(
          Map.entry("no space left on device", Errno.ENOSPC),
          Map.entry("not enough space on the disk", Errno.ENOSPC),
          Map.entry("disk quota exceeded", Errno.EDQUOT),
          Map.entry("disc quota exceeded", Errno.EDQUOT),
          Map.entry("quota exceeded", Errno.EDQUOT),
          Map.entry("read-only file system", Errno.EROFS),
          Map.entry("write protected", Errno.EROFS),
          Map.entry("file too large", Errno.EFBIG),
          Map.entry("operation not permitted", Errno.EPERM),
          Map.entry("permission denied", Errno.EACCES),
          Map.entry("access is denied", Errno.EACCES),
          Map.entry("too many open files in system", Errno.ENFILE),
          Map.entry("too many open files", Errno.EMFILE),
          Map.entry("no such device or address", Errno.ENXIO),
          Map.entry("device not configured", Errno.ENXIO),
          Map.entry("no such device", Errno.ENODEV),
          Map.entry("operation not supported by device", Errno.ENODEV),
          Map.entry("is a directory", Errno.EISDIR),
          Map.entry("too many levels of symbolic links", Errno.ELOOP),
          Map.entry("too many symbolic links", Errno.ELOOP),
          Map.entry("symbolic link loop", Errno.ELOOP),
          Map.entry("stale file handle", Errno.ESTALE),
          Map.entry("stale nfs file handle", Errno.ESTALE),
          Map.entry("timed out", Errno.ETIMEDOUT),
          Map.entry("remote i/o error", Errno.EREMOTEIO),
          Map.entry("cannot allocate memory", Errno.ENOMEM),
          Map.entry("out of memory", Errno.ENOMEM),
          Map.entry("no medium found", Errno.ENOMEDIUM),
          Map.entry("structure needs cleaning", Errno.EIO),
          Map.entry("resource temporarily unavailable", Errno.EAGAIN),
          Map.entry("device or resource busy", Errno.EBUSY),
          Map.entry("invalid argument", Errno.EINVAL),
          // The JDK checks direct I/O itself.
          Map.entry("not a multiple of the block size", Errno.EINVAL),
          Map.entry("not a multiple of the alignment", Errno.EINVAL),
          Map.entry("operation not supported", Errno.EOPNOTSUPP),
          Map.entry("input/output error", Errno.EIO));

  private ErrnoWords() {}

  /** The nearest; {@link Errno#EIO} if the words are not known. */
  static Errno of(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return Errno.ENOENT;
    }
    if (failure instanceof AccessDeniedException) {
      return Errno.EACCES;
    }
    return of(
        failure instanceof FileSystemException file ? file.getReason() : failure.getMessage());
  }

  // The longest phrase wins, as some contain others.
  private static Errno of(@Nullable String words) {
    String lower = words == null ? "" : words.toLowerCase(Locale.ROOT);
    return BY_PHRASE.keySet().stream()
        .filter(lower::contains)
        .max((one, other) -> Integer.compare(one.length(), other.length()))
        .map(BY_PHRASE::get)
        .orElse(Errno.EIO);
  }
}
