package io.loadstone.launcher;

import java.nio.file.Path;

/** A configuration file can't be used; the message is a sentence with the file and the cure. */
final class BadConfigurationException extends Exception {
  private static final long serialVersionUID = 1L;

  BadConfigurationException(String message) {
    super(message);
  }

  /** For a file that can't be read at all. */
  static BadConfigurationException of(Path file, String why) {
    return new BadConfigurationException(
        "%s can't be read: %s; correct it, or remove it and the next start brings the default back"
            .formatted(file, why));
  }
}
