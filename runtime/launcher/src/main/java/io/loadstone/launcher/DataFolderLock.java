package io.loadstone.launcher;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One agent per data folder. The kernel drops the lock when the process ends, however it ends. */
final class DataFolderLock implements AutoCloseable {
  // The command line holds it for a moment to see whether an agent runs.
  private static final int TRIES = 20;
  private static final long BETWEEN_TRIES_NS = TimeUnit.MILLISECONDS.toNanos(25);

  private final FileChannel channel;

  private DataFolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock for this process.
   *
   * @throws DataFolderInUseException if another process has it
   */
  static DataFolderLock acquire(Path data) throws IOException, DataFolderInUseException {
    FileChannel channel =
        FileChannel.open(
            data.resolve("lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      for (int i = 0; i < TRIES; i++) {
        if (lock(channel) != null) {
          channel.truncate(0);
          channel.write(
              ByteBuffer.wrap(
                  (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)),
              0);
          return new DataFolderLock(channel);
        }
        LockSupport.parkNanos(BETWEEN_TRIES_NS);
      }
      throw new DataFolderInUseException(data, holder(channel));
    } catch (IOException | DataFolderInUseException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) { // held in this very JVM
      return null;
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(32);
    channel.read(text, 0);
    return new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Another process works on the data folder. */
  static final class DataFolderInUseException extends Exception {
    private static final long serialVersionUID = 1L;

    DataFolderInUseException(Path data, String pid) {
      super(
          "an agent with pid %s works on the data folder %s already; stop it with `loadstone stop`, or name another folder with LOADSTONE_DATA"
              .formatted(pid.isEmpty() ? "unknown" : pid, data));
    }
  }
}
