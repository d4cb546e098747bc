package io.loadstone.linux;

import java.util.Locale;
import java.util.Optional;

/** What this process runs on, as far as system calls differ by it. */
public final class Platform {
  private static final String OS = System.getProperty("os.name", "unknown");
  private static final String ARCHITECTURE = System.getProperty("os.arch", "unknown");

  private Platform() {}

  /**
   * Why the calls of this package can't be used here. Ask before touching any other class of the
   * package but {@link NativeIoException}.
   *
   * @return empty on Linux on x86-64 and arm64, in a JVM that allows native calls
   */
  public static Optional<String> unsupported() {
    return unsupported(OS, ARCHITECTURE).or(Platform::forbidden);
  }

  private static Optional<String> forbidden() {
    try {
      MemoryCalls.pageBytes();
      return Optional.empty();
    } catch (LinkageError _) { // the class has no other work at its loading than native handles
      return Optional.of(
          "the JVM does not allow native calls; start it with --enable-native-access=ALL-UNNAMED");
    }
  }

  static Optional<String> unsupported(String os, String architecture) {
    if (!os.toLowerCase(Locale.ROOT).equals("linux")) {
      return Optional.of("this is " + os + "; it needs Linux on x86-64 or arm64");
    }
    if (!architecture.equals("amd64") && !architecture.equals("aarch64")) {
      return Optional.of(
          "this is Linux on " + architecture + "; it needs Linux on x86-64 or arm64");
    }
    return Optional.empty();
  }

  /** Picks a constant that differs between the two machine types. */
  static int byArchitecture(int x86, int arm) {
    return ARCHITECTURE.equals("aarch64") ? arm : x86;
  }
}
