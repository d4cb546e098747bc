package io.loadstone.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** Says why a file can't be used in words of the system, not of the JDK. */
final class FileReason {
  private FileReason() {}

  static String of(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "there is no such file or folder";
      case AccessDeniedException _ -> "permission denied";
      case FileSystemException failure when failure.getReason() != null -> failure.getReason();
      default -> Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    };
  }
}
