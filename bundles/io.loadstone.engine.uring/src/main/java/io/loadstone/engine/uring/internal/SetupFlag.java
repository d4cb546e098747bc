package io.loadstone.engine.uring.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.linux.NativeIoException;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A flag of {@code io_uring_setup} that the engine uses where the kernel has it. */
enum SetupFlag {
  SUBMIT_ALL(RingConstants.SETUP_SUBMIT_ALL, 0, "5.18"),
  COOP_TASKRUN(RingConstants.SETUP_COOP_TASKRUN, 0, "5.19"),
  TASKRUN_FLAG(RingConstants.SETUP_TASKRUN_FLAG, RingConstants.SETUP_COOP_TASKRUN, "5.19"),
  SINGLE_ISSUER(RingConstants.SETUP_SINGLE_ISSUER, 0, "6.0"),
  DEFER_TASKRUN(RingConstants.SETUP_DEFER_TASKRUN, RingConstants.SETUP_SINGLE_ISSUER, "6.1"),
  SQPOLL(RingConstants.SETUP_SQPOLL, 0, "5.11"),
  IOPOLL(RingConstants.SETUP_IOPOLL, 0, "5.1");

  private static final int PROBE_ENTRIES = 1;

  private final int bit;
  private final int needs;
  private final String since;

  SetupFlag(int bit, int needs, String since) {
    this.bit = bit;
    this.needs = needs;
    this.since = since;
  }

  /** Those that the kernel refuses, with the reason; it is asked when this is first called. */
  static Map<SetupFlag, String> refused() {
    return Asked.REFUSED;
  }

  /** Why the kernel refuses it, found out on a ring that is thrown away; empty if it does not. */
  private Optional<String> refusal() {
    try (Arena arena = Arena.ofConfined();
        Ring ring = new Ring(arena, PROBE_ENTRIES, bit | needs)) {
      ring.features();
      return Optional.empty();
    } catch (NativeIoException e) {
      return Optional.of(reason(e.errno()));
    }
  }

  /** Why the kernel refuses it. */
  String reason(int errno) {
    return Errno.text(errno)
        + ", "
        + (errno == Errno.EINVAL.number()
            ? "this kernel does not know it; Linux " + since + " and later do"
            : Errno.meaning(errno));
  }

  /** The names of the flags that are set, separated by commas. */
  static String names(int flags) {
    return Arrays.stream(values())
        .filter(flag -> (flags & flag.bit) != 0)
        .map(SetupFlag::name)
        .collect(Collectors.joining(", "));
  }

  /** What the kernel answered; the class is initialised by the first who needs to know. */
  private static final class Asked {
    static final Map<SetupFlag, String> REFUSED = ask();

    private static Map<SetupFlag, String> ask() {
      Map<SetupFlag, String> refused = new EnumMap<>(SetupFlag.class);
      for (SetupFlag flag : values()) {
        flag.refusal().ifPresent(reason -> refused.put(flag, reason));
      }
      return Collections.unmodifiableMap(refused);
    }
  }
}
