package io.loadstone.store.internal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/** What SQLite's error codes mean to the person who runs the agent, each with its cure. */
final class StoreProblem {
  private static final int PRIMARY_CODE = 0xFF;

  private StoreProblem() {}

  /**
   * The sentence for an error.
   *
   * @param what was tried, such as {@code storing an interval of run 20261130-184412-7f3a}
   */
  static IOException of(String what, Path file, SQLException e) {
    return new IOException(what + " failed: " + cause(file, e), e);
  }

  /** Why the file system refused, without the name of a class. */
  static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "a file is in its place";
      case NoSuchFileException _ -> "nothing can be made there";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }

  /** Whether the content of the file is broken. */
  static boolean isDamage(SQLException e) {
    SQLiteErrorCode code = code(e);
    return code == SQLiteErrorCode.SQLITE_CORRUPT || code == SQLiteErrorCode.SQLITE_NOTADB;
  }

  private static String cause(Path file, SQLException e) {
    Path folder = file.toAbsolutePath().getParent();
    return switch (code(e)) {
      case SQLITE_FULL ->
          "the file system of " + file + " is full; free some space there and start the run again";
      case SQLITE_READONLY, SQLITE_PERM ->
          file
              + " cannot be written; make it and its folder writable for the user of the agent, or"
              + " mount the file system for writing";
      case SQLITE_CANTOPEN, SQLITE_AUTH ->
          file
              + " cannot be opened; its file system must be mounted for writing, and the user of the"
              + " agent must be able to write the file and to create files in "
              + folder;
      case SQLITE_BUSY, SQLITE_LOCKED ->
          "another program holds a lock on "
              + file
              + "; end its transaction (fuser "
              + file
              + " names the program)";
      case SQLITE_CORRUPT, SQLITE_NOTADB ->
          file
              + " is damaged ("
              + e.getMessage()
              + "); it will be moved aside and a new one begun with the next access";
      case SQLITE_IOERR ->
          "the storage under "
              + file
              + " reports an I/O error ("
              + e.getMessage()
              + "); see the kernel log, and check that the file system has space";
      case SQLITE_CONSTRAINT ->
          file + " does not know that run, or has the entry already (" + e.getMessage() + ")";
      default -> file + ": " + e.getMessage();
    };
  }

  private static SQLiteErrorCode code(SQLException e) {
    SQLiteErrorCode code = SQLiteErrorCode.getErrorCode(e.getErrorCode() & PRIMARY_CODE);
    // An open store has its tables: without them somebody emptied the file.
    boolean emptied =
        code == SQLiteErrorCode.SQLITE_ERROR
            && String.valueOf(e.getMessage()).contains("no such table");
    return emptied ? SQLiteErrorCode.SQLITE_CORRUPT : code;
  }
}
