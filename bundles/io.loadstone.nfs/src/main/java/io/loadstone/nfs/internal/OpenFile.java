package io.loadstone.nfs.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.linux.MemoryCalls;
import io.loadstone.linux.Poll;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file on a server that is looked at or prepared, one request after the other; each waits for its
 * answer, for the timeout of the name at most.
 *
 * <p><b>Threads:</b> the one that opened it.
 */
final class OpenFile implements AutoCloseable {
  static final Session.Answers NOBODY = (tag, result, data) -> {};

  // struct nfs_stat_64, numbers of 8 bytes each
  static final long STATUS_BYTES = 80;
  static final long INODE = 8;
  private static final long DEVICE = 0;
  private static final long MODE = 16;
  private static final long SIZE = 56;
  private static final long TYPE_MASK = 0_170000;
  private static final long REGULAR = 0_100000;
  private static final int NO_ANSWER = Integer.MIN_VALUE;
  private static final int TAG = 0;

  private final NfsUri name;
  private final String path;
  private final Session session;
  private final Arena arena = Arena.ofConfined();
  private final Poll poll = new Poll(arena, 1);
  private final MemorySegment taken = arena.allocate(4096, Long.BYTES);
  private int answer = NO_ANSWER;

  /**
   * What a file is like.
   *
   * @param device number of its file system, as the server says
   * @param inode its number there
   * @param regular whether it is a file, and not a folder or something else
   * @param sizeBytes length
   */
  record Status(long device, long inode, boolean regular, long sizeBytes) {}

  private OpenFile(NfsUri name, String path, int flags) throws IOException {
    this.name = name;
    this.path = path;
    try {
      session =
          session(
              name,
              () ->
                  new Session(
                      name, name.server().address(), path, flags, Session.ANY_FILE, NOBODY));
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
    session.tell(this::take);
  }

  /**
   * Opens a file.
   *
   * @param path in the folder of the name, with a slash before it
   * @param flags as of open(2)
   * @throws NfsException if the server answers with an error
   * @throws IOException a sentence with the server, the target and the reason
   */
  static OpenFile open(NfsUri name, String path, int flags) throws IOException {
    return new OpenFile(name, path, flags);
  }

  /** The same; empty if there is none. */
  static Optional<OpenFile> find(NfsUri name, String path, int flags) throws IOException {
    try {
      return Optional.of(open(name, path, flags));
    } catch (NfsException e) {
      if (e.isMissingFile()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** What begins a session. */
  @FunctionalInterface
  interface Opening {
    Session begin() throws IOException;
  }

  /** A session that is up. */
  static Session session(NfsUri name, Opening begins) throws IOException {
    long deadlineNs = System.nanoTime() + name.timeout().toNanos();
    @Nullable Session opening = null;
    try (Arena arena = Arena.ofConfined()) {
      Poll poll = new Poll(arena, 1);
      opening = begins.begin();
      while (!opening.isUp()) {
        await(poll, opening, deadlineNs);
      }
      return opening;
    } catch (IOException e) {
      end(opening);
      throw said(name, e);
    } catch (RuntimeException e) {
      end(opening);
      throw e;
    }
  }

  private static void end(@Nullable Session session) {
    if (session != null) {
      session.close();
    }
  }

  private static IOException said(NfsUri name, IOException e) {
    String sentence = name.said(String.valueOf(e.getMessage()));
    return e instanceof NfsException nfs ? nfs.saying(sentence) : new IOException(sentence, e);
  }

  private static void await(Poll poll, Session session, long deadlineNs) throws IOException {
    long leftNs = deadlineNs - System.nanoTime();
    if (leftNs <= 0) {
      throw new IOException(
          "did not answer in time: "
              + Errno.ETIMEDOUT.text()
              + "; it hangs, or nothing reaches it");
    }
    poll.set(0, session.fd(), session.events());
    poll.await(leftNs);
    int happened = poll.happened(0);
    if (happened != 0) {
      session.service(happened);
    }
  }

  private void take(int tag, int result, long data) {
    answer = result;
    if (data != 0 && result >= 0) {
      long bytes = asked == 0 ? result : asked;
      MemorySegment.copy(
          MemoryCalls.at(arena, data, bytes), 0, taken, 0, Math.min(bytes, taken.byteSize()));
    }
  }

  // Bytes that an answer hands over; 0 for as many as it says.
  private long asked;

  /** What begins a request. */
  @FunctionalInterface
  private interface Request {
    void begin() throws IOException;
  }

  private int complete(String doing, Request request) throws IOException {
    answer = NO_ANSWER;
    long deadlineNs = System.nanoTime() + name.timeout().toNanos();
    try {
      request.begin();
      while (answer == NO_ANSWER) {
        await(poll, session, deadlineNs);
      }
    } catch (IOException e) {
      throw said(name, e);
    }
    if (answer < 0) {
      throw new NfsException(
          name.said(
              "refuses "
                  + doing
                  + " "
                  + name.folder()
                  + path
                  + ": "
                  + Errno.text(answer)
                  + ", "
                  + Errno.meaning(answer)),
          -answer,
          false);
    }
    return answer;
  }

  Status status() throws IOException {
    asked = STATUS_BYTES;
    complete("to tell about", () -> session.status(TAG));
    asked = 0;
    return new Status(
        number(DEVICE), number(INODE), (number(MODE) & TYPE_MASK) == REGULAR, number(SIZE));
  }

  private long number(long offset) {
    return taken.get(ValueLayout.JAVA_LONG, offset);
  }

  /** The first 4 KiB of it as text. */
  String text() throws IOException {
    int bytes = complete("to read", () -> session.read(0, taken.byteSize(), TAG));
    return StandardCharsets.UTF_8.decode(taken.asSlice(0, bytes).asByteBuffer()).toString();
  }

  /** Makes a text of at most 4 KiB its whole content. */
  void write(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    truncate(0);
    MemorySegment from = arena.allocate(bytes.length, 1);
    from.copyFrom(MemorySegment.ofArray(bytes));
    complete("to write", () -> session.write(0, bytes.length, from.address(), TAG));
    sync();
  }

  void truncate(long bytes) throws IOException {
    complete("to set the length of", () -> session.truncate(bytes, TAG));
  }

  void sync() throws IOException {
    complete("to bring to its disk", () -> session.sync(TAG));
  }

  /** Removes the file's name. */
  void unlink() throws IOException {
    complete("to remove", () -> session.unlink(TAG));
  }

  @Override
  public void close() {
    session.leave();
    long deadlineNs = System.nanoTime() + 1_000_000_000;
    try {
      while (!session.isLeft()) {
        await(poll, session, deadlineNs);
      }
    } catch (IOException _) { // the server ends what it has open when the connection is gone
    }
    session.close();
    arena.close();
  }
}
