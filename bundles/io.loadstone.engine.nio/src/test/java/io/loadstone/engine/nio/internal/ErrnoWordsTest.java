package io.loadstone.engine.nio.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.Errno;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrnoWordsTest {
  // The texts are those of strerror in glibc 2.41 and musl 1.2.5, and of Windows' FormatMessage.
  @ParameterizedTest
  @CsvSource({
    "No space left on device, ENOSPC",
    "There is not enough space on the disk, ENOSPC",
    "Disk quota exceeded, EDQUOT",
    "Read-only file system, EROFS",
    "File too large, EFBIG",
    "Too many open files, EMFILE",
    "Too many open files in system, ENFILE",
    "No such device or address, ENXIO",
    "No such device, ENODEV",
    "Too many levels of symbolic links, ELOOP",
    "Symbolic link loop, ELOOP",
    "Stale file handle, ESTALE",
    "Connection timed out, ETIMEDOUT",
    "Remote I/O error, EREMOTEIO",
    "Input/output error, EIO",
    "Operation not permitted, EPERM"
  })
  void knowsTheWordsOfTheCLibraries(String words, Errno errno) {
    assertThat(ErrnoWords.of(new IOException(words))).isEqualTo(errno);
    assertThat(ErrnoWords.of(new FileSystemException("/srv/t.dat", null, words))).isEqualTo(errno);
  }

  @Test
  void knowsTheExceptionsThatHaveNoWords() {
    assertThat(ErrnoWords.of(new NoSuchFileException("/srv/t.dat"))).isEqualTo(Errno.ENOENT);
    assertThat(ErrnoWords.of(new AccessDeniedException("/srv/t.dat"))).isEqualTo(Errno.EACCES);
  }

  @Test
  void whatItDoesNotKnowIsAnInputOutputError() {
    assertThat(ErrnoWords.of(new IOException("Eingabe-/Ausgabefehler"))).isEqualTo(Errno.EIO);
    assertThat(ErrnoWords.of(new IOException(""))).isEqualTo(Errno.EIO);
  }
}
