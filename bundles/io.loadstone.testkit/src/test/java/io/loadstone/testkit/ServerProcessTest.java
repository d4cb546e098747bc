package io.loadstone.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServerProcessTest {
  /** Starts a server, says its number, and waits until it is killed. */
  static final class Starter {
    private Starter() {}

    public static void main(String[] arguments) throws Exception {
      System.out.println(ServerProcess.start(new ProcessBuilder("sleep", "600")).pid());
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  @Test
  void aServerEndsWithTheJvmThatStartedItThoughThatIsKilled() throws Exception {
    Programs.need("setpriv");
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                place(ServerProcess.class) + File.pathSeparator + place(Starter.class),
                Starter.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      ProcessHandle server =
          ProcessHandle.of(Long.parseLong(jvm.inputReader().readLine())).orElseThrow();
      assertThat(server.isAlive()).isTrue();
      jvm.destroyForcibly();
      server.onExit().get(30, TimeUnit.SECONDS);
    } finally {
      jvm.destroyForcibly();
    }
  }

  private static Path place(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
