package io.loadstone.nbd.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.TargetUri;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.Completions.Completion;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whom a secured target trusts, against real servers. */
@Timeout(120)
class TlsTest {
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();

  @TempDir Path dir;

  private Certificates certificates;

  @BeforeEach
  void makeCertificates() throws Exception {
    certificates = Certificates.make(dir.resolve("certificates"), "IP:127.0.0.1");
  }

  private Nbdkit requiringTls(Certificates shown) throws IOException {
    return Nbdkit.onPort("--tls=require", shown.served(), "memory", "16M");
  }

  private static void assertRefused(TargetUri uri, String... said) {
    assertThatThrownBy(() -> Targets.open(uri))
        .isInstanceOf(IOException.class)
        .satisfies(
            e -> assertThat(e.getMessage()).contains(said).doesNotContain("Exception", "sun."));
  }

  @Test
  void aServerWhoseAuthorityIsNamedIsDrivenAndItsProtectionIsShown() throws Exception {
    try (Nbdkit server = requiringTls(certificates)) {
      NbdTarget target = Targets.open(server.securedUri(certificates.trusted()));
      assertThat(target.description()).contains("TLSv1.3 (TLS_");
      int bytes = 1 << 20;
      try (IoQueue queue =
          new NbdEngine().open(List.of(target), new QueueOptions(2, bytes, 4096))) {
        byte[] random = new byte[bytes];
        new Random(1).nextBytes(random);
        MemorySegment.copy(random, 0, queue.buffer(0), ValueLayout.JAVA_BYTE, 0, bytes);
        Completions done = new Completions();
        queue.offer(0, 0, IoKind.WRITE, 4096, bytes);
        queue.submitAndWait(1, LONG_ENOUGH_NS, done);
        queue.offer(1, 0, IoKind.READ, 4096, bytes);
        queue.submitAndWait(1, LONG_ENOUGH_NS, done);
        assertThat(done.all()).containsExactly(new Completion(0, bytes), new Completion(1, bytes));
        assertThat(queue.buffer(1).asSlice(0, bytes).mismatch(MemorySegment.ofArray(random)))
            .isEqualTo(-1);
      }
    }
  }

  @Test
  void aServerThatNobodyVouchesForIsRefused() throws Exception {
    Certificates others = Certificates.make(dir.resolve("others"), "IP:127.0.0.1");
    try (Nbdkit server = requiringTls(certificates)) {
      assertRefused(server.securedUri(), "nobody who is trusted", "the Java machine's own");
      assertRefused(
          server.securedUri(others.trusted()), "TLS failed", others.authority().toString());
    }
  }

  @Test
  void aCertificateForSomebodyElseIsRefused() throws Exception {
    Certificates elsewhere = Certificates.make(dir.resolve("elsewhere"), "DNS:nbd.example");
    try (Nbdkit server = requiringTls(elsewhere)) {
      assertRefused(server.securedUri(elsewhere.trusted()), "TLS failed", "must be for 127.0.0.1");
      // The host may be reached under another name than its certificate has.
      Targets.open(server.securedUri(elsewhere.trusted(), "tls-hostname=nbd.example"));
    }
  }

  @Test
  void aServerWithoutTlsIsNotDrivenWithoutIt() throws Exception {
    try (Nbdkit server = Nbdkit.onPort("memory", "16M")) {
      assertRefused(server.securedUri(certificates.trusted()), "does not offer TLS", "nbd:");
    }
  }

  @Test
  void aServerThatWantsTlsSaysHowToNameIt() throws Exception {
    try (Nbdkit server = requiringTls(certificates)) {
      assertRefused(server.uri(), "wants TLS", "nbds:");
    }
  }

  @Test
  void aFileThatHoldsNoCertificatesIsNamedAndNotQuoted() throws Exception {
    Path key = certificates.folder().resolve("ca-key.pem");
    Path empty = Files.createFile(dir.resolve("empty.pem"));
    try (Nbdkit server = requiringTls(certificates)) {
      for (Path file : List.of(key, empty)) {
        assertRefused(
            server.securedUri("tls-authorities=" + file), file + " holds no certificates");
      }
      assertRefused(
          server.securedUri("tls-authorities=" + dir.resolve("none")), dir + "/none can't be read");
    }
  }

  @Test
  void aSecuredConnectionComesBackSecured() throws Exception {
    try (Nbdkit server = requiringTls(certificates)) {
      NbdTarget target = Targets.open(server.securedUri(certificates.trusted()));
      try (IoQueue queue = new NbdEngine().open(List.of(target), new QueueOptions(1, 4096, 4096))) {
        server.restart();
        Completions done = new Completions();
        // The loss may be seen with the first operation or before it.
        for (int i = 0; i < 2; i++) {
          queue.offer(0, 0, IoKind.READ, 0, 4096);
          queue.submitAndWait(1, LONG_ENOUGH_NS, done);
        }
        assertThat(done.all()).last().isEqualTo(new Completion(0, 4096));
        assertThat(target.takeNotes()).last().asString().contains("is back after");
      }
    }
  }
}
