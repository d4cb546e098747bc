package io.loadstone.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** Why a file could not be read or written, in words for people. */
final class IoReason {
  private IoReason() {}

  static String of(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "its folder does not exist";
      case AccessDeniedException _ -> "permission denied";
      case FileSystemException problem ->
          Optional.ofNullable(problem.getReason()).orElse(problem.getClass().getSimpleName());
      default -> Optional.ofNullable(e.getMessage()).orElse(e.getClass().getSimpleName());
    };
  }
}
