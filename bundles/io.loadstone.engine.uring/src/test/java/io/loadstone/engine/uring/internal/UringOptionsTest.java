package io.loadstone.engine.uring.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.PlainFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UringOptionsTest {
  private static final Map<String, String> IOPOLL = Map.of("iopoll", "true");

  @TempDir Path dir;

  private final IoEngine engine = new UringEngine();

  @BeforeEach
  void needsIoUring() {
    assumeTrue(engine.unavailable().isEmpty(), () -> engine.unavailable().orElseThrow());
  }

  private static QueueOptions options(Map<String, String> engineOptions) {
    return new QueueOptions(4, 4096, 4096, engineOptions);
  }

  @Test
  void pollingNeedsDirectIo() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096);
    String reason =
        "iopoll needs direct I/O, and "
            + file.uri()
            + " goes through the page cache; say direct: required, or leave iopoll out";
    assertThat(engine.refuses(List.of(file.traits()), IOPOLL)).hasValue(reason);
    assertThatThrownBy(() -> engine.open(List.of(file), options(IOPOLL))).hasMessage(reason);
    assertThat(engine.refuses(List.of(file.traits()), Map.of())).isEmpty();
    assertThat(engine.refuses(List.of(file.traits()), Map.of("iopoll", "false"))).isEmpty();
  }

  @Test
  void aDeviceWithoutQueuesForPollingIsNamedWithTheCure() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096).past(4096);
    int device = (int) (long) (Long) Files.getAttribute(file.path(), "unix:dev");
    Path queue = Path.of("/sys/dev/block/" + (device >> 8) + ":" + (device & 255), "queue/io_poll");
    assumeTrue(
        Files.exists(queue) && Files.readString(queue).strip().equals("0"),
        "the tests' folder is not on a whole device without polling");
    assertThat(engine.refuses(List.of(file.traits()), IOPOLL).orElseThrow())
        .contains(file.uri().text())
        .contains("io_poll is 0")
        .contains("nvme.poll_queues");
    // A file that is yet to be made lies on the same device.
    Files.delete(file.path());
    assertThat(engine.refuses(List.of(file.traits()), IOPOLL)).isPresent();
  }

  @Test
  void whatOnlyTheFirstOperationTellsIsASentence() throws Exception {
    Path memory = Path.of("/dev/shm");
    assumeTrue(Files.isWritable(memory), "there is no tmpfs at /dev/shm");
    Path path = Files.createTempFile(memory, "loadstone", ".dat");
    try {
      PlainFile file = PlainFile.make(path, 4096).past(4096);
      assumeTrue(engine.refuses(List.of(file.traits()), IOPOLL).isEmpty(), "its device is known");
      try (IoQueue queue = engine.open(List.of(file), options(IOPOLL))) {
        queue.offer(0, 0, IoKind.READ, 0, 4096);
        assertThatThrownBy(() -> queue.submitAndWait(1, 1_000_000_000, new Completions()))
            .hasMessageContaining("EOPNOTSUPP (95)")
            .hasMessageContaining("leave iopoll out");
      } catch (java.io.IOException e) {
        assumeTrue(false, "no direct I/O on tmpfs: " + e.getMessage());
      }
    } finally {
      Files.delete(path);
    }
  }

  @Test
  void aFlagThatTheKernelRefusesIsToldWithTheReason() {
    RingSupport old =
        new RingSupport(
            Optional.empty(),
            0,
            false,
            () -> Map.of(SetupFlag.SQPOLL, SetupFlag.SQPOLL.reason(Errno.EPERM.number())));
    assertThat(old.refuses(Map.of("sqpoll", "true")))
        .hasValue(
            "sqpoll: the kernel refuses it: EPERM (1), operation not permitted; leave sqpoll out");
    assertThat(old.refuses(Map.of("sqpoll", "false"))).isEmpty();
    assertThat(old.notes())
        .containsExactly(
            "setup flags in use: none",
            "no SQPOLL: EPERM (1), operation not permitted",
            "what is in flight is cancelled one by one: this kernel is older than 5.19");
    assertThat(SetupFlag.DEFER_TASKRUN.reason(Errno.EINVAL.number()))
        .isEqualTo("EINVAL (22), this kernel does not know it; Linux 6.1 and later do");
  }

  @Test
  void theKernelIsNotAskedForFlagsThatNobodyWants() {
    AtomicInteger asked = new AtomicInteger();
    RingSupport support =
        new RingSupport(
            Optional.empty(),
            0,
            true,
            () -> {
              asked.incrementAndGet();
              return Map.of();
            });
    IoEngine idle = new UringEngine(support);
    assertThat(idle.unavailable()).isEmpty();
    assertThat(support.refuses(Map.of())).isEmpty();
    assertThat(support.refuses(Map.of("sqpoll", "false"))).isEmpty();
    assertThat(asked).hasValue(0);
    assertThat(support.refuses(Map.of("sqpoll", "true"))).isEmpty();
    assertThat(asked).hasValue(1);
  }

  @Test
  void theFlagsInUseAreNamed() {
    assertThat(engine.notes().getFirst()).startsWith("setup flags in use: ");
    RingSupport best =
        new RingSupport(
            Optional.empty(),
            RingConstants.SETUP_SINGLE_ISSUER | RingConstants.SETUP_DEFER_TASKRUN,
            true,
            Map::of);
    assertThat(best.notes()).containsExactly("setup flags in use: SINGLE_ISSUER, DEFER_TASKRUN");
  }

  @Test
  void hugePagesThatNobodySetAsideAreASentenceWithItsCure() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096);
    // A terabyte of them is set aside nowhere.
    QueueOptions tooMany = new QueueOptions(1024, 1 << 30, 4096, Map.of("hugePages", "true"));
    assertThatThrownBy(() -> engine.open(List.of(file), tooMany))
        .hasMessageStartingWith("no memory for buffers: mmap on ")
        .hasMessageContaining("bytes of huge pages failed: ENOMEM (12)")
        .hasMessageContaining("524288 huge pages of 2MiB")
        .hasMessageContaining("vm.nr_hugepages");
  }
}
