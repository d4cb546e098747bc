package io.loadstone.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Who comes in, and what is kept of secrets. */
class SignInTest {
  @TempDir Path folder;

  @Test
  void refusesWhoeverIsNotSignedIn() throws Exception {
    try (Started started = new Started(folder)) {
      started.admin.resetPassword();
      for (String header :
          List.of(
              Started.basic("admin", "wrong"),
              Started.basic("local", "wrong"),
              Started.basic("admin", started.token()),
              Started.basic("", ""),
              "Basic !!!",
              "Bearer " + started.token(),
              "Basic " + "A".repeat(5_000))) {
        HttpResponse<String> answer =
            started.send(started.request("version").header("Authorization", header));
        assertThat(answer.statusCode()).as(header).isEqualTo(401);
        assertThat(answer.body()).contains("\"refused\":\"sign-in\"");
        assertThat(answer.headers().firstValue("WWW-Authenticate").orElse(""))
            .startsWith("Basic realm=");
      }
      assertThat(started.send(started.request("version")).statusCode()).isEqualTo(401);
      assertThat(started.send(started.request("config")).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void letsTheAdministratorInUntilThePasswordIsReset() throws Exception {
    try (Started started = new Started(folder)) {
      assertThat(started.endpointFile()).containsEntry("passwordShown", "false");
      String first = started.admin.resetPassword();
      assertThat(started.endpointFile()).containsEntry("passwordShown", "true");
      assertThat(statusOf(started, first)).isEqualTo(200);
      assertThat(statusOf(started, first)).isEqualTo(200);
      String second = started.admin.resetPassword();
      assertThat(second).isNotEqualTo(first).hasSize(24);
      assertThat(statusOf(started, first)).isEqualTo(401);
      assertThat(statusOf(started, second)).isEqualTo(200);
    }
  }

  @Test
  void keepsThePasswordOverARestartButNotTheToken() throws Exception {
    String password;
    String token;
    try (Started started = new Started(folder)) {
      password = started.admin.resetPassword();
      token = started.token();
    }
    assertThat(folder.resolve("control/endpoint")).doesNotExist();
    try (Started started = new Started(folder)) {
      assertThat(started.token()).isNotEqualTo(token).hasSizeGreaterThanOrEqualTo(43);
      assertThat(statusOf(started, password)).isEqualTo(200);
      assertThat(started.endpointFile()).containsEntry("passwordShown", "true");
      assertThat(
              started
                  .send(
                      started
                          .request("version")
                          .header("Authorization", Started.basic("local", token)))
                  .statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void keepsSecretsToTheAgentsUser() throws Exception {
    try (Started started = new Started(folder)) {
      String password = started.admin.resetPassword();
      Path control = folder.resolve("control");
      assertThat(mode(control)).isEqualTo("rwx------");
      assertThat(mode(control.resolve("endpoint"))).isEqualTo("rw-------");
      assertThat(mode(control.resolve("users"))).isEqualTo("rw-------");
      assertThat(Files.readString(control.resolve("users")))
          .startsWith("admin shown pbkdf2-hmac-sha256 210000 ")
          .doesNotContain(password);
      assertThat(started.endpointFile())
          .containsEntry("url", "http://127.0.0.1:" + started.port() + "/jolokia/")
          .containsEntry("user", "local")
          .containsEntry("pid", String.valueOf(ProcessHandle.current().pid()));
      try (var files = Files.list(control)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .containsExactlyInAnyOrder("endpoint", "users");
      }
    }
  }

  @Test
  void logsAFailedSignInWithoutTheSecretAndOnOneLine() throws Exception {
    ListAppender<ILoggingEvent> seen = new ListAppender<>();
    seen.start();
    Logger logger = (Logger) LoggerFactory.getLogger(SignIn.class);
    logger.addAppender(seen);
    try {
      SignIn signIn = new SignIn("token", new AdminPassword(folder), Duration.ZERO);
      assertThat(signIn.refuses(Started.basic("admin\n2026 INFO fake", "s3cret-s3cret")))
          .isPresent();
    } finally {
      logger.detachAppender(seen);
    }
    assertThat(seen.list).hasSize(1);
    assertThat(seen.list.getFirst().getFormattedMessage())
        .isEqualTo("Sign-in refused for user admin?2026?INFO?fake.");
  }

  @Test
  void boundsWrongPasswordsAndNeverTheToken() throws Exception {
    SignIn signIn = new SignIn("token", new AdminPassword(folder), Duration.ofMillis(50));
    CountDownLatch go = new CountDownLatch(1);
    try (ExecutorService guessers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> guesses =
          IntStream.range(0, 40)
              .mapToObj(
                  i ->
                      guessers.submit(
                          () -> {
                            go.await();
                            return signIn
                                .refuses(Started.basic("admin", "guess" + i))
                                .orElseThrow()
                                .status();
                          }))
              .toList();
      go.countDown();
      assertThat(signIn.refuses(Started.basic("local", "token"))).isEmpty();
      List<Integer> statuses = guesses.stream().map(SignInTest::result).toList();
      assertThat(statuses).containsOnly(401, 429).contains(429);
      assertThat(statuses.stream().filter(status -> status == 401).count()).isLessThan(40);
    }
  }

  @Test
  void comesUpWithADamagedFileAndSaysTheCure() throws Exception {
    Files.createDirectories(folder.resolve("control"));
    for (String damage :
        List.of(
            "",
            "admin",
            "admin shown md5 1 2 3",
            "admin shown pbkdf2-hmac-sha256 1 AAAA AAAA",
            "\0\1\2")) {
      Files.writeString(folder.resolve("control/users"), damage);
      try (Started started = new Started(folder)) {
        assertThat(started.get("version").statusCode()).isEqualTo(200);
        assertThat(statusOf(started, "")).isEqualTo(401);
        assertThat(statusOf(started, started.admin.resetPassword())).isEqualTo(200);
      }
    }
  }

  @Test
  void aPasswordFileThatIsNoTextLeavesTheTokenWorkingToo() throws Exception {
    new ControlFolder(folder);
    Files.write(folder.resolve("control/users"), new byte[] {(byte) 0xC3, (byte) 0xFF, 0});
    try (Started started = new Started(folder)) {
      assertThat(started.get("version").statusCode()).isEqualTo(200);
      assertThat(statusOf(started, started.admin.resetPassword())).isEqualTo(200);
    }
  }

  private static Integer result(Future<Integer> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static int statusOf(Started started, String password) throws Exception {
    return started
        .send(started.request("version").header("Authorization", Started.basic("admin", password)))
        .statusCode();
  }

  private static String mode(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
