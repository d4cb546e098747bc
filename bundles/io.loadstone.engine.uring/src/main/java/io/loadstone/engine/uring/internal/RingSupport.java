package io.loadstone.engine.uring.internal;

import io.loadstone.api.engine.EngineOption;
import io.loadstone.api.engine.Errno;
import io.loadstone.linux.MemoryCalls;
import io.loadstone.linux.NativeIoException;
import io.loadstone.linux.Platform;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What io_uring can do on this machine, found out on a ring that is thrown away.
 *
 * @param unavailable why it can't be used, with the cure
 * @param setupFlags the best flags for {@code io_uring_setup} that the kernel knows
 * @param cancelsAll whether one request cancels everything in flight
 * @param refused flags that the kernel refuses, with the reason; asked for as late as may be, since
 *     each takes a ring to find out
 */
record RingSupport(
    Optional<String> unavailable,
    int setupFlags,
    boolean cancelsAll,
    Supplier<Map<SetupFlag, String>> refused) {
  private static final Path SYSCTL = Path.of("/proc/sys/kernel/io_uring_disabled");
  private static final String SEE = "io_uring is not available: ";

  // The queue is driven by one thread, which runs the kernel's deferred work when it looks for
  // completions and not at any interrupt; older kernels get the nearest that they know.
  private static final int[] FLAGS_BEST_FIRST = {
    RingConstants.SETUP_SINGLE_ISSUER
        | RingConstants.SETUP_DEFER_TASKRUN
        | RingConstants.SETUP_TASKRUN_FLAG
        | RingConstants.SETUP_SUBMIT_ALL,
    RingConstants.SETUP_COOP_TASKRUN
        | RingConstants.SETUP_TASKRUN_FLAG
        | RingConstants.SETUP_SUBMIT_ALL,
    0
  };
  private static final int FEATURES_NEEDED =
      RingConstants.FEAT_SINGLE_MMAP
          | RingConstants.FEAT_NODROP
          | RingConstants.FEAT_SUBMIT_STABLE
          | RingConstants.FEAT_EXT_ARG;
  private static final int PROBE_ENTRIES = 4;

  /** Looks at this machine. */
  static RingSupport probe() {
    Optional<String> unsupported = Platform.unsupported();
    if (unsupported.isPresent()) {
      return none(unsupported.get());
    }
    try {
      return probe(FLAGS_BEST_FIRST);
    } catch (NativeIoException e) {
      return none(cause(e, sysctl(), System.getProperty("os.version", "unknown")));
    }
  }

  private static RingSupport probe(int[] flagsBestFirst) throws NativeIoException {
    for (int flags : flagsBestFirst) {
      try (Arena arena = Arena.ofConfined();
          Ring ring = new Ring(arena, PROBE_ENTRIES, flags)) {
        if ((ring.features() & FEATURES_NEEDED) != FEATURES_NEEDED) {
          return none(tooOld(System.getProperty("os.version", "unknown")));
        }
        return new RingSupport(Optional.empty(), flags, cancelsAll(ring), SetupFlag::refused);
      } catch (NativeIoException e) {
        // An older kernel does not know the flags; one that says so without any is too old.
        if (e.errno() != Errno.EINVAL.number() || flags == 0) {
          throw e;
        }
      }
    }
    throw new AssertionError("the last flags are none");
  }

  // Also shows that entering works: a filter of system calls may allow one and not the other.
  private static boolean cancelsAll(Ring ring) throws NativeIoException {
    ring.write(
        0,
        RingConstants.OP_ASYNC_CANCEL,
        0,
        -1,
        0,
        0,
        0,
        RingConstants.CANCEL_ALL | RingConstants.CANCEL_ANY,
        0,
        0);
    ring.push(0);
    int rc = ring.enter(0, 0);
    if (rc < 0) {
      throw new NativeIoException("io_uring_enter", rc, "a ring");
    }
    // Nothing is in flight, so that a kernel that knows the flags finds nothing.
    int head = ring.completionHead();
    return ring.completionTail() != head && ring.result(head) != -Errno.EINVAL.number();
  }

  private static RingSupport none(String reason) {
    return new RingSupport(Optional.of(SEE + reason), 0, false, Map::of);
  }

  /** The flags for a ring with these options. */
  int setupFlags(Map<String, String> engineOptions) {
    int flags = setupFlags;
    if (UringOptions.SQPOLL.isOn(engineOptions)) {
      // No work is left to the queue's own thread then, and the kernel refuses to be told how.
      flags =
          (flags & (RingConstants.SETUP_SINGLE_ISSUER | RingConstants.SETUP_SUBMIT_ALL))
              | RingConstants.SETUP_SQPOLL;
    }
    return UringOptions.IOPOLL.isOn(engineOptions) ? flags | RingConstants.SETUP_IOPOLL : flags;
  }

  /** Why the kernel does not do what these options ask for; empty if it does. */
  Optional<String> refuses(Map<String, String> engineOptions) {
    return refuses(UringOptions.SQPOLL, SetupFlag.SQPOLL, engineOptions)
        .or(() -> refuses(UringOptions.IOPOLL, SetupFlag.IOPOLL, engineOptions));
  }

  private Optional<String> refuses(
      EngineOption option, SetupFlag flag, Map<String, String> engineOptions) {
    if (!option.isOn(engineOptions)) {
      return Optional.empty();
    }
    return Optional.ofNullable(refused.get().get(flag))
        .map(
            reason ->
                option.name()
                    + ": the kernel refuses it: "
                    + reason
                    + "; leave "
                    + option.name()
                    + " out");
  }

  /** Which flags its rings have, for people. */
  String flagsInUse() {
    return "setup flags in use: " + (setupFlags == 0 ? "none" : SetupFlag.names(setupFlags));
  }

  /** What was found, for people. */
  List<String> notes() {
    if (unavailable.isPresent()) {
      return List.of();
    }
    List<String> notes = new ArrayList<>();
    notes.add(flagsInUse());
    refused.get().forEach((flag, reason) -> notes.add("no " + flag + ": " + reason));
    if (!cancelsAll) {
      notes.add("what is in flight is cancelled one by one: this kernel is older than 5.19");
    }
    return notes;
  }

  private static String sysctl() {
    try {
      return Files.readString(SYSCTL).strip();
    } catch (IOException _) {
      return ""; // kernels before 6.6 have no such switch
    }
  }

  /**
   * The reason and the cure for a probe that failed.
   *
   * @param sysctl content of kernel.io_uring_disabled; empty if there is none
   * @param kernel version of the kernel
   */
  static String cause(NativeIoException failure, String sysctl, String kernel) {
    String failed = failure.operation() + " failed with " + Errno.text(failure.errno()) + ": ";
    return switch (Errno.of(failure.errno()).orElse(Errno.EIO)) {
      case ENOSYS ->
          failed
              + ("this kernel ("
                  + kernel
                  + ") is older than 5.11, was built without io_uring, or a")
              + " container's seccomp profile hides it; use a newer kernel, or a profile that allows"
              + " io_uring_setup, io_uring_enter and io_uring_register";
      case EPERM, EACCES -> failed + forbidden(sysctl);
      case ENOMEM ->
          failed
              + ("this process may lock " + lockedMemory() + " of memory; raise it with")
              + " ulimit -l unlimited, or LimitMEMLOCK=infinity in the systemd unit";
      case EINVAL -> failed + tooOld(kernel);
      default -> failed + Errno.meaning(failure.errno());
    };
  }

  private static String forbidden(String sysctl) {
    return switch (sysctl) {
      case "2" ->
          "it is switched off for everybody; an administrator can run"
              + " sysctl kernel.io_uring_disabled=0";
      case "1" ->
          "it is switched off for this user; run as a member of the group in the sysctl"
              + " kernel.io_uring_group, or an administrator can run"
              + " sysctl kernel.io_uring_disabled=0";
      default ->
          "a seccomp profile forbids it, as those of containers do by default; start the container"
              + " with a profile that allows io_uring_setup, io_uring_enter and io_uring_register";
    };
  }

  private static String tooOld(String kernel) {
    return "this kernel (" + kernel + ") is too old for it; use Linux 5.11 or later";
  }

  /** How much memory this process may lock, as text. */
  static String lockedMemory() {
    long limitBytes = MemoryCalls.lockedMemoryLimitBytes();
    return limitBytes == MemoryCalls.UNLIMITED ? "any amount" : limitBytes / 1024 + " KiB";
  }
}
