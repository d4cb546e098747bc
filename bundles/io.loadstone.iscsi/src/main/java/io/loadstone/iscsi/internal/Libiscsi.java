package io.loadstone.iscsi.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.loadstone.linux.OptionalLibrary;
import io.loadstone.linux.Platform;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/**
 * The functions of libiscsi that are used. Contexts, tasks and functions to call back are passed as
 * addresses, so that no call and no answer makes an object.
 *
 * <p><b>Threads:</b> one at a time for each context.
 */
final class Libiscsi {
  /** {@code iscsi_command_cb}: context, status, command data, private data. */
  static final FunctionDescriptor CALLBACK =
      FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);

  // enum iscsi_header_digest, and of later versions enum iscsi_data_digest
  static final int DIGEST_NONE = 0;
  static final int DIGEST_CRC32C = 3;

  // Its interface; another number is another one.
  private static final String FILE = "libiscsi.so.7";
  private static final String DATA_DIGEST = "iscsi_set_data_digest";
  private static final int NORMAL_SESSION = 2;
  // In the numbers of all sessions, so that two agents of one name do not end each other's.
  private static final int PROCESS = new SecureRandom().nextInt(1 << 24);

  private Libiscsi() {}

  /** Why it can't be used here, with the cure; empty if it can. Ask before anything else. */
  static Optional<String> unavailable() {
    return Platform.unsupported().or(() -> Search.MISSING);
  }

  // Looked for once, and not before the platform is known to have such.
  private static final class Search {
    static final Optional<String> MISSING = missing(FILE);

    private Search() {}
  }

  /** Why a version of it can't be used; empty if it is installed. */
  static Optional<String> missing(String file) {
    return OptionalLibrary.find(file).isPresent()
        ? Optional.empty()
        : Optional.of(
            "the library libiscsi ("
                + file
                + ") is not installed; install the package libiscsi7 and start the agent again");
  }

  /** Whether this version can protect data with a checksum; headers every version can. */
  static boolean hasDataDigest() {
    return Calls.LIBRARY.has(DATA_DIGEST);
  }

  // Constant, as the compiler builds calls only of such in; not touched without the library.
  private static final class Calls {
    static final OptionalLibrary LIBRARY = OptionalLibrary.find(FILE).orElseThrow();
    static final MethodHandle CREATE =
        find("iscsi_create_context", FunctionDescriptor.of(JAVA_LONG, ADDRESS));
    static final MethodHandle DESTROY = number("iscsi_destroy_context");
    static final MethodHandle SET_TARGET = text("iscsi_set_targetname");
    static final MethodHandle SET_SESSION_TYPE = set("iscsi_set_session_type");
    static final MethodHandle SET_HEADER_DIGEST = set("iscsi_set_header_digest");
    static final MethodHandle SET_INITIATOR_SECRET = secret("iscsi_set_initiator_username_pwd");
    static final MethodHandle SET_TARGET_SECRET = secret("iscsi_set_target_username_pwd");
    static final MethodHandle SET_ISID =
        find(
            "iscsi_set_isid_random",
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT));
    static final MethodHandle CONNECT =
        find(
            "iscsi_connect_async",
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG));
    static final MethodHandle LOGIN =
        find("iscsi_login_async", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    static final MethodHandle LOGOUT =
        find(
            "iscsi_logout_async", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    static final MethodHandle FD = number("iscsi_get_fd");
    static final MethodHandle EVENTS = number("iscsi_which_events");
    static final MethodHandle SERVICE = set("iscsi_service");
    static final MethodHandle ERROR =
        find("iscsi_get_error", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    static final MethodHandle REDIRECTION =
        find("iscsi_get_target_address", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    static final MethodHandle CREATE_TASK =
        find(
            "scsi_create_task",
            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
    static final MethodHandle FREE_TASK =
        find("scsi_free_scsi_task", FunctionDescriptor.ofVoid(JAVA_LONG));
    static final MethodHandle COMMAND =
        find(
            "iscsi_scsi_command_async",
            FunctionDescriptor.of(
                JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    static final MethodHandle SENSE_CODE_TEXT =
        find("scsi_sense_ascq_str", FunctionDescriptor.of(JAVA_LONG, JAVA_INT));

    static final MethodHandle SET_LOG_FUNCTION =
        find("iscsi_set_log_fn", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));
    static final MethodHandle SET_INTERFACES =
        find("iscsi_set_bind_interfaces", FunctionDescriptor.ofVoid(JAVA_LONG, ADDRESS));

    // What the library would take from variables LIBISCSI_... of whoever started the agent: the
    // values that it has without. The last two are for it to reconnect to nobody by itself.
    static final List<Setting> SETTINGS =
        List.of(
            new Setting("iscsi_set_log_level", 0),
            new Setting("iscsi_set_tcp_user_timeout", 0),
            new Setting("iscsi_set_tcp_keepcnt", 3),
            new Setting("iscsi_set_tcp_keepintvl", 30),
            new Setting("iscsi_set_tcp_keepidle", 30),
            new Setting("iscsi_set_tcp_syncnt", 0),
            new Setting("iscsi_set_cache_allocations", 1),
            new Setting("iscsi_set_reconnect_max_retries", 0),
            new Setting("iscsi_set_noautoreconnect", 1));

    private Calls() {}

    static MethodHandle find(String name, FunctionDescriptor descriptor) {
      return LIBRARY.function(name, descriptor);
    }

    private static MethodHandle number(String name) {
      return find(name, FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    }

    static MethodHandle set(String name) {
      return find(name, FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT));
    }

    private static MethodHandle text(String name) {
      return find(name, FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS));
    }

    private static MethodHandle secret(String name) {
      return find(name, FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS));
    }
  }

  /** A function that sets one thing of a context, and what it is to be. */
  private record Setting(MethodHandle function, int value) {
    Setting(String name, int value) {
      this(Calls.find(name, FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT)), value);
    }
  }

  /**
   * A context for one session with a target, which logs nothing and reconnects to nobody by itself.
   *
   * @param qualifier another for each session of this process, since a server ends a session when
   *     one of the same name and number begins
   * @return its address, or 0 if there is no memory
   */
  static long createContext(String initiator, String target, int qualifier) {
    try (Arena arena = Arena.ofConfined()) {
      long context = (long) Calls.CREATE.invokeExact(arena.allocateFrom(initiator));
      if (context == 0) {
        return 0;
      }
      for (Setting setting : Calls.SETTINGS) {
        setting.function.invokeExact(context, setting.value);
      }
      Calls.SET_LOG_FUNCTION.invokeExact(context, 0L);
      Calls.SET_INTERFACES.invokeExact(context, arena.allocateFrom(""));
      require((int) Calls.SET_SESSION_TYPE.invokeExact(context, NORMAL_SESSION), context);
      require((int) Calls.SET_TARGET.invokeExact(context, arena.allocateFrom(target)), context);
      require((int) Calls.SET_ISID.invokeExact(context, PROCESS, qualifier & 0xffff), context);
      return context;
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_create_context", t);
    }
  }

  private static void require(int rc, long context) {
    if (rc != 0) {
      throw new IllegalStateException("libiscsi refuses a setting: " + error(context));
    }
  }

  /** Closes the connection; what is in flight is called back as cancelled, and it is gone. */
  static void destroyContext(long context) {
    try {
      int ignored = (int) Calls.DESTROY.invokeExact(context);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_destroy_context", t);
    }
  }

  /** Sets the checksums of a session before its login. */
  static void setDigests(long context, int header, int data) {
    try {
      require((int) Calls.SET_HEADER_DIGEST.invokeExact(context, header), context);
      if (hasDataDigest()) {
        MethodHandle setData = Calls.set(DATA_DIGEST);
        require((int) setData.invokeExact(context, data), context);
      }
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_set_header_digest", t);
    }
  }

  /**
   * Sets what this side proves itself with, before a login.
   *
   * @param user a C string, as is {@code password}
   */
  static void setSecret(long context, MemorySegment user, MemorySegment password) {
    try {
      require((int) Calls.SET_INITIATOR_SECRET.invokeExact(context, user, password), context);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_set_initiator_username_pwd", t);
    }
  }

  /** Sets what the other side must prove itself with; after {@link #setSecret}. */
  static void setTargetSecret(long context, MemorySegment user, MemorySegment password) {
    try {
      require((int) Calls.SET_TARGET_SECRET.invokeExact(context, user, password), context);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_set_target_username_pwd", t);
    }
  }

  /**
   * Begins to connect; never waits if the portal is an address.
   *
   * @return 0 if it is called back
   */
  static int connect(long context, String portal, long callback, long tag) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(portal);
      return (int) Calls.CONNECT.invokeExact(context, text, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_connect_async", t);
    }
  }

  /** Begins the login of a connected session; 0 if it is called back. */
  static int login(long context, long callback, long tag) {
    try {
      return (int) Calls.LOGIN.invokeExact(context, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_login_async", t);
    }
  }

  /** Begins to take leave; 0 if it is called back. */
  static int logout(long context, long callback, long tag) {
    try {
      return (int) Calls.LOGOUT.invokeExact(context, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_logout_async", t);
    }
  }

  /** The descriptor to wait for; negative if there is none. */
  static int fd(long context) {
    try {
      return (int) Calls.FD.invokeExact(context);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_get_fd", t);
    }
  }

  /** What to wait for, as {@link io.loadstone.linux.Poll} has it. */
  static int events(long context) {
    try {
      return (int) Calls.EVENTS.invokeExact(context);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_which_events", t);
    }
  }

  /** Reads and writes what can be without waiting, and calls back; 0 if all is well. */
  static int service(long context, int happened) {
    try {
      return (int) Calls.SERVICE.invokeExact(context, happened);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_service", t);
    }
  }

  /** What the library said last of a failure. */
  static String error(long context) {
    try {
      return OptionalLibrary.text((long) Calls.ERROR.invokeExact(context)).strip();
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_get_error", t);
    }
  }

  /** Where a login was sent on to; empty if it was not. */
  static String redirection(long context) {
    try {
      return OptionalLibrary.text((long) Calls.REDIRECTION.invokeExact(context));
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_get_target_address", t);
    }
  }

  /** An empty task; 0 if there is no memory. */
  static long createTask() {
    try {
      return (long) Calls.CREATE_TASK.invokeExact(0, MemorySegment.NULL, 0, 0);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("scsi_create_task", t);
    }
  }

  /** Frees a task that no context has any more. */
  static void freeTask(long task) {
    try {
      Calls.FREE_TASK.invokeExact(task);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("scsi_free_scsi_task", t);
    }
  }

  /** Puts a command into a session's queue; 0 if it is called back. */
  static int command(long context, int lun, long task, long callback, long tag) {
    try {
      return (int) Calls.COMMAND.invokeExact(context, lun, task, callback, 0L, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("iscsi_scsi_command_async", t);
    }
  }

  /** The words for an additional sense code and its qualifier; empty if it knows none. */
  static String senseCode(int code) {
    try {
      return OptionalLibrary.text((long) Calls.SENSE_CODE_TEXT.invokeExact(code));
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("scsi_sense_ascq_str", t);
    }
  }
}
