package io.loadstone.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Hears Ctrl-C and SIGTERM without dying of them. The JDK offers that through {@code sun.misc}
 * only, which can't be compiled against without a warning; hence reflection.
 */
final class Interrupts {
  private static final List<String> SIGNALS = List.of("INT", "TERM");

  private Interrupts() {}

  /** Calls {@code action} at each of these signals, on a thread of its own, from now on. */
  static void onInterrupt(Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object listener =
          Proxy.newProxyInstance(
              Interrupts.class.getClassLoader(),
              new Class<?>[] {handler},
              (_, method, _) -> {
                if (method.getName().equals("handle")) {
                  action.run();
                }
                return null; // the JDK calls nothing else
              });
      for (String name : SIGNALS) {
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), listener);
      }
    } catch (InvocationTargetException _) {
      // A signal that the JVM was told to leave alone (-Xrs): it then ends the command line.
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("sun.misc.Signal belongs to every JDK that Loadstone runs on", e);
    }
  }
}
