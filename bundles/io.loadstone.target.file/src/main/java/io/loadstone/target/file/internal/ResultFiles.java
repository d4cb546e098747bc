package io.loadstone.target.file.internal;

import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keeps agents from overwriting results, their own or those of another agent. */
final class ResultFiles {
  private static final byte[] SQLITE = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  // The application id of the result store and where SQLite keeps it.
  private static final int APPLICATION_ID = 0x4C6F6164;
  private static final int APPLICATION_ID_AT = 68;

  private ResultFiles() {}

  /** Refuses a result database and the files that SQLite keeps beside it. */
  static void refuse(Path path) throws TargetRefusedException {
    String database = path.toString().replaceFirst("-(wal|shm|journal)$", "");
    if (isResultDatabase(path) || isResultDatabase(Path.of(database))) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          path
              + " belongs to a database of Loadstone's results and is never written to, whatever the"
              + " plan says; take another file");
    }
  }

  private static boolean isResultDatabase(Path path) {
    if (!Files.isRegularFile(path)) {
      return false; // a pipe would block
    }
    try (InputStream in = Files.newInputStream(path)) {
      ByteBuffer head = ByteBuffer.wrap(in.readNBytes(APPLICATION_ID_AT + Integer.BYTES));
      return head.limit() == APPLICATION_ID_AT + Integer.BYTES
          && head.slice(0, SQLITE.length).equals(ByteBuffer.wrap(SQLITE))
          && head.getInt(APPLICATION_ID_AT) == APPLICATION_ID;
    } catch (IOException _) {
      return false; // not there or not readable; that is told elsewhere
    }
  }
}
