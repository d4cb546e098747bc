package io.loadstone.nfs.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.linux.MemoryCalls;
import io.loadstone.linux.OptionalLibrary;
import io.loadstone.servers.ServerSession;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a server with one file open on it. States: connecting, opening, up; the first
 * exception of {@link #service} ends it, and {@link #close} ends it always.
 *
 * <p>Reasons in exceptions are phrases with the server as their subject. What has not been answered
 * when it ends is not answered any more.
 *
 * <p><b>Threads:</b> the one that opened it. <b>Allocation:</b> none while it is up.
 */
final class Session implements ServerSession {
  /** Takes answers; called inside of {@link #service}, and must not call back. */
  @FunctionalInterface
  interface Answers {
    /**
     * A request was answered.
     *
     * @param result bytes moved, or a negated errno
     * @param data address of what the library hands over, gone after the call
     */
    void answered(int tag, int result, long data);
  }

  /** What the library calls. */
  @FunctionalInterface
  interface Callback {
    /** As {@link Libnfs#CALLBACK} has it. */
    void called(int result, long context, long data, long tag);
  }

  /** Instead of a file's number: whatever is there under the name. */
  static final long ANY_FILE = -1;

  /** What a server does that has another file there than the one that is wanted. */
  static final String REPLACED =
      "has another file under that name now: the one that the run began with was removed or"
          + " replaced";

  // Tags of what is no request of the caller's.
  private static final long MOUNT = -1;
  private static final long OPEN = -2;
  private static final long CLOSE = -3;
  private static final long LOOK = -4;

  // asm-generic/poll.h
  private static final int POLLERR = 8;
  private static final int POLLHUP = 16;

  private static final int CANCELLED = -Errno.EINTR.number();
  private static final AtomicInteger NUMBERS = new AtomicInteger(new SecureRandom().nextInt());
  private static final MethodType TYPE =
      MethodType.methodType(void.class, int.class, long.class, long.class, long.class);

  private final NfsUri name;
  private final String path;
  private final int flags;
  private final long inode;
  private final Arena arena = Arena.ofConfined();
  private final long context;
  private final long callback;
  private Answers answers;
  private boolean mounted;
  private boolean openBegun;
  private long file;
  private boolean lookBegun;
  private boolean looked;
  private boolean leaving;
  private boolean left;
  private boolean cancelled;
  private boolean closed;
  private @Nullable NfsException refusal;
  private @Nullable Throwable thrown;

  /**
   * Begins to connect.
   *
   * @param server looked up
   * @param path of the file in its folder, with a slash before it
   * @param flags it is opened with, as of open(2)
   * @param inode number that the file must have, or {@link #ANY_FILE}
   * @param answers what to tell first; see {@link #tell}
   */
  Session(
      NfsUri name, InetSocketAddress server, String path, int flags, long inode, Answers answers)
      throws IOException {
    this.name = name;
    this.path = path;
    this.flags = flags;
    this.inode = inode;
    this.answers = answers;
    context =
        Libnfs.createContext(name.settings(), String.format("%08x", NUMBERS.getAndIncrement()));
    if (context == 0) {
      arena.close();
      throw new IOException("can't be reached: no memory for a connection");
    }
    try {
      callback =
          OptionalLibrary.callback(
                  MethodHandles.lookup()
                      .findVirtual(Callback.class, "called", TYPE)
                      .bindTo((Callback) this::called),
                  Libnfs.CALLBACK,
                  arena)
              .address();
      String host = server.getAddress().getHostAddress();
      if (Libnfs.mount(context, host, name.folder(), callback, MOUNT) != 0) {
        throw new IOException("can't be reached: " + Libnfs.error(context));
      }
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Answers go there from now on. */
  void tell(Answers others) {
    answers = others;
  }

  // Whatever is thrown here would end the process.
  private void called(int result, long calledContext, long data, long tag) {
    try {
      if (closed) {
        return;
      }
      if (tag >= 0) {
        if (result == CANCELLED) {
          cancelled = true;
        } else {
          answers.answered((int) tag, result, data);
        }
      } else if (tag == CLOSE) {
        left = true;
      } else if (result < 0) {
        refusal = refusal(tag == MOUNT, -result, Libnfs.error(calledContext));
      } else if (tag == MOUNT) {
        mounted = true;
      } else if (tag == OPEN) {
        file = data;
      } else {
        look(data);
      }
    } catch (Throwable t) {
      thrown = t;
    }
  }

  private void look(long status) {
    long found =
        MemoryCalls.at(arena, status, OpenFile.STATUS_BYTES)
            .get(ValueLayout.JAVA_LONG, OpenFile.INODE);
    looked = found == inode;
    if (!looked) {
      refusal = new NfsException(REPLACED, Errno.ESTALE.number(), false);
    }
  }

  private NfsException refusal(boolean mounting, int errno, String said) {
    String what =
        mounting ? "does not give " + name.folder() : "does not open " + name.folder() + path;
    return new NfsException(
        what
            + ": "
            + Errno.text(errno)
            + ", "
            + Errno.meaning(errno)
            + (said.isEmpty() ? "" : " (" + said + ")"),
        errno,
        mounting);
  }

  /** Whether requests can be sent. */
  boolean isUp() {
    return file != 0 && (looked || inode == ANY_FILE) && !leaving;
  }

  @Override
  public int fd() {
    return Libnfs.fd(context);
  }

  @Override
  public int events() {
    return Libnfs.events(context);
  }

  @Override
  public void service(int happened) throws IOException {
    // The library says no more than that the connection is gone, even if it was told why.
    int told = (happened & POLLERR) != 0 ? happened & ~POLLHUP : happened;
    int rc = Libnfs.service(context, told);
    Throwable unexpected = thrown;
    if (unexpected != null) {
      throw new IllegalStateException("an answer was not taken", unexpected);
    }
    NfsException refused = refusal;
    if (refused != null && (rc == 0 || !isOfLibrary(refused.errno()))) {
      throw refused;
    }
    if (rc != 0 || cancelled) {
      throw new IOException(file == 0 ? "can't be reached: " + loss() : loss());
    }
    if (mounted && !openBegun) {
      openBegun = true;
      if (Libnfs.open(context, path, flags, 0644, callback, OPEN) != 0) {
        throw new IOException("can't be asked: " + Libnfs.error(context));
      }
    }
    if (file != 0 && !lookBegun && inode != ANY_FILE) {
      lookBegun = true;
      require(Libnfs.status(context, file, callback, LOOK));
    }
  }

  // What it says itself of requests that a lost connection takes with it.
  private static boolean isOfLibrary(int errno) {
    return errno == Errno.EINTR.number() || errno == Errno.EFAULT.number();
  }

  private String loss() {
    String said = Libnfs.error(context);
    return said.isEmpty() ? "the server closed the connection" : said;
  }

  /** The most that one read moves. */
  long readMost() {
    return Libnfs.readMost(context);
  }

  /** The most that one write moves. */
  long writeMost() {
    return Libnfs.writeMost(context);
  }

  /** Begins a read; {@link #service} sends it. */
  void read(long at, long bytes, int tag) throws IOException {
    require(Libnfs.read(context, file, at, bytes, callback, tag));
  }

  /** Begins a write from an address. */
  void write(long at, long bytes, long from, int tag) throws IOException {
    require(Libnfs.write(context, file, at, bytes, from, callback, tag));
  }

  /** Begins to bring what was written to the server's disk. */
  void sync(int tag) throws IOException {
    require(Libnfs.sync(context, file, callback, tag));
  }

  /** Begins to set the file's length. */
  void truncate(long bytes, int tag) throws IOException {
    require(Libnfs.truncate(context, file, bytes, callback, tag));
  }

  /** Begins to ask what the file is like. */
  void status(int tag) throws IOException {
    require(Libnfs.status(context, file, callback, tag));
  }

  /** Begins to remove the file. */
  void unlink(int tag) throws IOException {
    require(Libnfs.unlink(context, path, callback, tag));
  }

  private void require(int rc) throws IOException {
    if (rc != 0) {
      throw new IOException("takes no request: " + Libnfs.error(context));
    }
  }

  /** Begins to close the file. */
  @Override
  public void leave() {
    if (file != 0 && !leaving) {
      leaving = true;
      left = Libnfs.close(context, file, callback, CLOSE) != 0;
    }
  }

  @Override
  public boolean isLeft() {
    return file == 0 || left;
  }

  /** Ends it at once. */
  @Override
  public void close() {
    if (!closed) {
      // The library frees what it keeps of an open file when its close is called back, or given up.
      leave();
      closed = true;
      Libnfs.destroyContext(context);
      arena.close();
    }
  }
}
