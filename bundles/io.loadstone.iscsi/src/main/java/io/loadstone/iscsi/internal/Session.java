package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.linux.OptionalLibrary;
import io.loadstone.servers.ServerSession;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A session with a target. States: connecting, logging in, up; the first exception of {@link
 * #service} ends it, and {@link #close} ends it always.
 *
 * <p>Reasons in exceptions are phrases with the server as their subject. What has not been answered
 * when it ends is answered with {@link ScsiErrors#CANCELLED}, or not at all.
 *
 * <p><b>Threads:</b> the one that opened it. <b>Allocation:</b> none while it is up.
 */
final class Session implements ServerSession {
  /**
   * Takes answers; called inside of {@link #service} and {@link #close}, and must not call back.
   */
  @FunctionalInterface
  interface Answers {
    /** The command with that tag was answered with a status of {@link ScsiErrors}. */
    void answered(int tag, int status);
  }

  /** What the library calls. */
  @FunctionalInterface
  interface Callback {
    /** As {@link Libiscsi#CALLBACK} has it. */
    void called(long context, int status, long data, long tag);
  }

  // Tags of what is no command.
  private static final long CONNECTION = -1;
  private static final long LOGIN = -2;
  private static final long LOGOUT = -3;
  private static final int NOT_YET = -1;

  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final MethodType TYPE =
      MethodType.methodType(void.class, long.class, int.class, long.class, long.class);
  // Of what the library says of sockets; of logins the numbers are larger.
  private static final Pattern ERRNO = Pattern.compile("(?:\\(|errno:)(\\d{1,3})\\b");

  private final IscsiUri name;
  private final Arena arena = Arena.ofConfined();
  private final long context;
  private final long callback;
  private Answers answers;
  private int connection = NOT_YET;
  private int login = NOT_YET;
  private int logout = NOT_YET;
  private boolean loginBegun;
  private boolean cancelled;
  private boolean closed;
  private String complaint = "";
  private @Nullable Throwable thrown;

  /**
   * Begins to connect.
   *
   * @param portal looked up
   * @param answers what to tell first; see {@link #tell}
   */
  Session(IscsiUri name, InetSocketAddress portal, Answers answers) throws IOException {
    this.name = name;
    this.answers = answers;
    context = Libiscsi.createContext(name.initiator(), name.target(), NUMBERS.getAndIncrement());
    if (context == 0) {
      arena.close();
      throw new IOException("can't be reached: no memory for a session");
    }
    try {
      callback =
          OptionalLibrary.callback(
                  MethodHandles.lookup()
                      .findVirtual(Callback.class, "called", TYPE)
                      .bindTo((Callback) this::called),
                  Libiscsi.CALLBACK,
                  arena)
              .address();
      prepare();
      if (Libiscsi.connect(context, text(portal), callback, CONNECTION) != 0) {
        throw new IOException("can't be reached: " + cause(Libiscsi.error(context)));
      }
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void prepare() throws IOException {
    Libiscsi.setDigests(
        context,
        name.headerDigest() ? Libiscsi.DIGEST_CRC32C : Libiscsi.DIGEST_NONE,
        name.dataDigest() ? Libiscsi.DIGEST_CRC32C : Libiscsi.DIGEST_NONE);
    if (name.chapFile().isPresent()) {
      Chap.prove(name.chapFile().get(), context);
    }
  }

  private static String text(InetSocketAddress portal) {
    String address = portal.getAddress().getHostAddress();
    return (address.contains(":") ? "[" + address + "]" : address) + ":" + portal.getPort();
  }

  /** The LUN that it is for. */
  IscsiUri name() {
    return name;
  }

  /** Answers go there from now on. */
  void tell(Answers others) {
    answers = others;
  }

  // Whatever is thrown here would end the process.
  private void called(long calledContext, int status, long data, long tag) {
    try {
      if (tag >= 0) {
        cancelled |= status == ScsiErrors.CANCELLED;
        answers.answered((int) tag, status);
      } else {
        if (status != ScsiErrors.GOOD && !closed) {
          complaint =
              status == ScsiErrors.REDIRECT
                  ? Libiscsi.redirection(calledContext)
                  : Libiscsi.error(calledContext);
        }
        setState(tag, status);
      }
    } catch (Throwable t) {
      thrown = t;
    }
  }

  private void setState(long tag, int status) {
    if (tag == CONNECTION) {
      connection = status;
    } else if (tag == LOGIN) {
      login = status;
    } else {
      logout = status;
    }
  }

  /** Whether commands can be sent. */
  boolean isUp() {
    return login == ScsiErrors.GOOD;
  }

  @Override
  public int fd() {
    return Libiscsi.fd(context);
  }

  @Override
  public int events() {
    return Libiscsi.events(context);
  }

  @Override
  public void service(int happened) throws IOException {
    int rc = Libiscsi.service(context, happened);
    Throwable unexpected = thrown;
    if (unexpected != null) {
      throw new IllegalStateException("an answer was not taken", unexpected);
    }
    if (connection > ScsiErrors.GOOD) {
      throw new IOException("can't be reached: " + cause(complaint));
    }
    if (login > ScsiErrors.GOOD) {
      throw new IOException(refusal());
    }
    if (rc != 0 || cancelled) {
      throw new IOException(isUp() ? loss() : "broke the login off: " + cause(loginLoss()));
    }
    if (connection == ScsiErrors.GOOD && !loginBegun) {
      loginBegun = true;
      if (Libiscsi.login(context, callback, LOGIN) != 0) {
        throw new IOException("can't be logged in to: " + Libiscsi.error(context));
      }
    }
  }

  // The library tells in words, with the numbers of RFC 7143, 11.13.5.
  private String refusal() {
    if (login == ScsiErrors.REDIRECT) {
      return "sends to another portal, "
          + complaint
          + ", which is not followed; name that one in the target";
    }
    if (complaint.contains("(513)")) {
      return name.chapFile().isPresent()
          ? "refuses the name or the secret in chap-file "
              + name.chapFile().get()
              + ": authentication failed"
          : "wants CHAP: authentication failed; name a file with the secret, as in"
              + " chap-file=/etc/loadstone/chap";
    }
    if (complaint.contains("(514)")) {
      return "does not let "
          + name.initiator()
          + " in; add that name to its list, or say initiator= with one that is in it";
    }
    if (complaint.contains("(515)")) {
      return "has no target " + name.target() + " for " + name.initiator();
    }
    return "refuses the login: " + complaint;
  }

  private String loginLoss() {
    String said = Libiscsi.error(context);
    // Said of every session that ends before it is up, in the place of the reason.
    return said.contains("Can not reconnect") ? complaint : said;
  }

  private String loss() {
    String said = Libiscsi.error(context);
    Matcher number = ERRNO.matcher(said);
    boolean ofSocket = said.contains("socket") && number.find();
    boolean ofProtocol = said.contains("checksum") || said.contains("opcode");
    return ofSocket || ofProtocol
        ? cause(said)
        : Errno.ECONNRESET.text() + ", the server closed the connection";
  }

  private static String cause(String said) {
    Matcher number = ERRNO.matcher(said);
    if (!number.find()) {
      return said.isEmpty() ? "the server closed the connection" : said;
    }
    int errno = Integer.parseInt(number.group(1));
    return errno == Errno.ECONNREFUSED.number()
        ? Errno.ECONNREFUSED.text() + ": no server listens there; start it, or correct the address"
        : Errno.text(errno) + ", " + Errno.meaning(errno);
  }

  /** Puts a command into the queue; {@link #service} sends it. */
  void send(ScsiTask task, int tag) throws IOException {
    if (Libiscsi.command(context, flat(name.lun()), task.address(), callback, tag) != 0) {
      throw new IOException("takes no command: " + Libiscsi.error(context));
    }
  }

  // SAM-5: beyond 255 in flat space addressing, whose method is in the upper bits.
  private static int flat(int lun) {
    return lun > 255 ? 0x4000 | lun : lun;
  }

  @Override
  public void leave() {
    if (Libiscsi.logout(context, callback, LOGOUT) != 0) {
      logout = ScsiErrors.ERROR;
    }
  }

  @Override
  public boolean isLeft() {
    return logout != NOT_YET;
  }

  /** Ends it at once. The server ends what it still does for it, as for every session that ends. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      Libiscsi.destroyContext(context);
      arena.close();
    }
  }
}
