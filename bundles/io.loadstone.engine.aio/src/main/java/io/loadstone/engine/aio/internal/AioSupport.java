package io.loadstone.engine.aio.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.linux.NativeIoException;
import io.loadstone.linux.Platform;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Optional;

/**
 * What native asynchronous I/O can do on this machine, found out on a context that is thrown away.
 *
 * @param unavailable why it can't be used, with the cure
 * @param ringIsReadable whether completions can be taken without a system call
 */
record AioSupport(Optional<String> unavailable, boolean ringIsReadable) {
  private static final String SEE = "aio is not available: ";

  /** Looks at this machine. */
  static AioSupport probe() {
    Optional<String> unsupported = Platform.unsupported();
    if (unsupported.isPresent()) {
      return none(unsupported.get());
    }
    try (Arena arena = Arena.ofConfined();
        AioContext context = new AioContext(arena, 1)) {
      return new AioSupport(Optional.empty(), context.ringIsReadable());
    } catch (NativeIoException e) {
      return none(cause(e));
    }
  }

  private static AioSupport none(String reason) {
    return new AioSupport(Optional.of(SEE + reason), false);
  }

  /** The reason and the cure for a context that could not be made. */
  static String cause(NativeIoException failure) {
    String failed = failure.operation() + " failed with " + Errno.text(failure.errno()) + ": ";
    return switch (Errno.of(failure.errno()).orElse(Errno.EIO)) {
      case ENOSYS, EPERM, EACCES ->
          failed
              + "this kernel was built without it, or a container's seccomp profile forbids it; use"
              + " a profile that allows io_setup, io_submit, io_getevents and io_destroy";
      case EAGAIN ->
          failed
              + "all the programs of this machine together may have no more operations in flight;"
              + " raise it with sysctl fs.aio-max-nr";
      default -> failed + Errno.meaning(failure.errno());
    };
  }

  /**
   * Makes a context.
   *
   * @throws IOException if the kernel refuses; the message names the cure
   */
  static AioContext newContext(Arena arena, int slots) throws IOException {
    try {
      return new AioContext(arena, slots);
    } catch (NativeIoException e) {
      throw new IOException(cause(e), e);
    }
  }
}
