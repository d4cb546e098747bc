package io.loadstone.nfs.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.loadstone.linux.OptionalLibrary;
import io.loadstone.linux.Platform;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The functions of libnfs that are used. Contexts, open files and functions to call back are passed
 * as addresses, so that no call and no answer makes an object. What begins something returns 0 if
 * it is called back.
 *
 * <p><b>Threads:</b> one at a time for each context.
 */
final class Libnfs {
  /** {@code nfs_cb}: result or negated errno, context, data, private data. */
  static final FunctionDescriptor CALLBACK =
      FunctionDescriptor.ofVoid(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  // Its interface; another number is another one.
  private static final String FILE = "libnfs.so.13";

  private Libnfs() {}

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
            "the library libnfs ("
                + file
                + ") is not installed; install the package libnfs13 and start the agent again");
  }

  // Constant, as the compiler builds calls only of such in; not touched without the library.
  private static final class Calls {
    static final OptionalLibrary LIBRARY = OptionalLibrary.find(FILE).orElseThrow();
    static final MethodHandle CREATE = find("nfs_init_context", FunctionDescriptor.of(JAVA_LONG));
    static final MethodHandle DESTROY =
        find("nfs_destroy_context", FunctionDescriptor.ofVoid(JAVA_LONG));
    static final MethodHandle PARSE_URL =
        find("nfs_parse_url_dir", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS));
    static final MethodHandle DESTROY_URL =
        find("nfs_destroy_url", FunctionDescriptor.ofVoid(JAVA_LONG));
    static final MethodHandle CLIENT_NAME =
        find("nfs4_set_client_name", FunctionDescriptor.ofVoid(JAVA_LONG, ADDRESS));
    static final MethodHandle VERIFIER =
        find("nfs4_set_verifier", FunctionDescriptor.ofVoid(JAVA_LONG, ADDRESS));
    static final MethodHandle DEBUG =
        find("nfs_set_debug", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));
    static final MethodHandle ERROR =
        find("nfs_get_error", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    static final MethodHandle FD = find("nfs_get_fd", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    static final MethodHandle EVENTS =
        find("nfs_which_events", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    static final MethodHandle SERVICE =
        find("nfs_service", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT));
    static final MethodHandle READ_MOST =
        find("nfs_get_readmax", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    static final MethodHandle WRITE_MOST =
        find("nfs_get_writemax", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
    static final MethodHandle MOUNT =
        find(
            "nfs_mount_async",
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG));
    static final MethodHandle OPEN =
        find(
            "nfs_open2_async",
            FunctionDescriptor.of(
                JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    static final MethodHandle STATUS = file("nfs_fstat64_async");
    static final MethodHandle CLOSE = file("nfs_close_async");
    static final MethodHandle SYNC = file("nfs_fsync_async");
    static final MethodHandle TRUNCATE =
        find(
            "nfs_ftruncate_async",
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    static final MethodHandle UNLINK =
        find(
            "nfs_unlink_async",
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG));
    static final MethodHandle READ =
        find(
            "nfs_pread_async",
            FunctionDescriptor.of(
                JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    static final MethodHandle WRITE =
        find(
            "nfs_pwrite_async",
            FunctionDescriptor.of(
                JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                JAVA_LONG));

    private Calls() {}

    static MethodHandle find(String name, FunctionDescriptor descriptor) {
      return LIBRARY.function(name, descriptor);
    }

    private static MethodHandle file(String name) {
      return find(
          name, FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    }
  }

  /**
   * A context for one connection, which logs nothing.
   *
   * @param settings a name of the library's own form, with its parameters
   * @param client a name that no other context has, as a server ends what one of the same name has;
   *     eight characters
   * @return its address, or 0 if there is no memory
   */
  static long createContext(String settings, String client) {
    try (Arena arena = Arena.ofConfined()) {
      long context = (long) Calls.CREATE.invokeExact();
      if (context == 0) {
        return 0;
      }
      long url = (long) Calls.PARSE_URL.invokeExact(context, arena.allocateFrom(settings));
      if (url == 0) {
        throw new IllegalStateException("libnfs refuses settings: " + error(context));
      }
      Calls.DESTROY_URL.invokeExact(url);
      Calls.CLIENT_NAME.invokeExact(context, arena.allocateFrom("Loadstone " + client));
      Calls.VERIFIER.invokeExact(context, arena.allocateFrom(client));
      Calls.DEBUG.invokeExact(context, 0);
      return context;
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_init_context", t);
    }
  }

  /** Closes the connection; what is in flight is called back as interrupted, and it is gone. */
  static void destroyContext(long context) {
    try {
      Calls.DESTROY.invokeExact(context);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_destroy_context", t);
    }
  }

  /** What the library said last of a failure. */
  static String error(long context) {
    try {
      return OptionalLibrary.text((long) Calls.ERROR.invokeExact(context)).strip();
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_get_error", t);
    }
  }

  /** The descriptor to wait for; negative if there is none. */
  static int fd(long context) {
    try {
      return (int) Calls.FD.invokeExact(context);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_get_fd", t);
    }
  }

  /** What to wait for, as {@link io.loadstone.linux.Poll} has it. */
  static int events(long context) {
    try {
      return (int) Calls.EVENTS.invokeExact(context);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_which_events", t);
    }
  }

  /** Reads and writes what can be without waiting, and calls back; 0 if all is well. */
  static int service(long context, int happened) {
    try {
      return (int) Calls.SERVICE.invokeExact(context, happened);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_service", t);
    }
  }

  /** The most that one request reads. */
  static long readMost(long context) {
    try {
      return (long) Calls.READ_MOST.invokeExact(context);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_get_readmax", t);
    }
  }

  /** The most that one request writes. */
  static long writeMost(long context) {
    try {
      return (long) Calls.WRITE_MOST.invokeExact(context);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_get_writemax", t);
    }
  }

  /** Begins to connect; never waits if the server is an address. */
  static int mount(long context, String server, String folder, long callback, long tag) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment where = arena.allocateFrom(server);
      MemorySegment what = arena.allocateFrom(folder);
      return (int) Calls.MOUNT.invokeExact(context, where, what, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_mount_async", t);
    }
  }

  /** Begins to open a file; its address is the data of the callback. */
  static int open(long context, String path, int flags, int mode, long callback, long tag) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(path);
      return (int) Calls.OPEN.invokeExact(context, name, flags, mode, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_open2_async", t);
    }
  }

  /** Begins to ask what a file is like: {@code struct nfs_stat_64} is the data of the callback. */
  static int status(long context, long file, long callback, long tag) {
    try {
      return (int) Calls.STATUS.invokeExact(context, file, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_fstat64_async", t);
    }
  }

  /** Begins to close a file, which is no more to be used. */
  static int close(long context, long file, long callback, long tag) {
    try {
      return (int) Calls.CLOSE.invokeExact(context, file, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_close_async", t);
    }
  }

  /** Begins to bring what was written to the server's disk. */
  static int sync(long context, long file, long callback, long tag) {
    try {
      return (int) Calls.SYNC.invokeExact(context, file, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_fsync_async", t);
    }
  }

  /** Begins to set the length of a file. */
  static int truncate(long context, long file, long bytes, long callback, long tag) {
    try {
      return (int) Calls.TRUNCATE.invokeExact(context, file, bytes, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_ftruncate_async", t);
    }
  }

  /** Begins to remove a file. */
  static int unlink(long context, String path, long callback, long tag) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(path);
      return (int) Calls.UNLINK.invokeExact(context, name, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_unlink_async", t);
    }
  }

  /** Begins a read; what was read is the data of the callback, and gone after it. */
  static int read(long context, long file, long at, long bytes, long callback, long tag) {
    try {
      return (int) Calls.READ.invokeExact(context, file, at, bytes, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_pread_async", t);
    }
  }

  /** Begins a write from an address. */
  static int write(
      long context, long file, long at, long bytes, long from, long callback, long tag) {
    try {
      return (int) Calls.WRITE.invokeExact(context, file, at, bytes, from, callback, tag);
    } catch (Throwable t) {
      throw OptionalLibrary.mismatch("nfs_pwrite_async", t);
    }
  }
}
