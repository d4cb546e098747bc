package io.loadstone.engine.uring.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.linux.FileSystemStatus;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.PlainFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of tmpfs, which the kernel gives to threads of its own unless it is told not to. */
class FileInMemoryTest {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final long LONG_ENOUGH_NS = 30_000_000_000L;
  private static final int DEPTH = 32;

  private final UringEngine engine = new UringEngine();
  private Path folder;

  @BeforeEach
  void makeFolder() throws Exception {
    assumeTrue(engine.unavailable().isEmpty(), () -> engine.unavailable().orElseThrow());
    assumeTrue(
        Files.isWritable(SHARED_MEMORY)
            && FileSystemStatus.of(SHARED_MEMORY).type().equals("tmpfs"),
        "/dev/shm is no tmpfs that may be written to");
    folder = Files.createTempDirectory(SHARED_MEMORY, "loadstone-test");
  }

  @AfterEach
  void removeFolder() throws Exception {
    if (folder != null) {
      Files.deleteIfExists(folder.resolve("t"));
      Files.delete(folder);
    }
  }

  @Test
  void readsAreDoneByTheThreadThatHandsThemOver() throws Exception {
    PlainFile file = PlainFile.make(folder.resolve("t"), 4096L * DEPTH);
    // A thread of its own: the kernel keeps for seconds what it made for an earlier test's flush.
    FutureTask<List<String>> threadsOfTheKernel = new FutureTask<>(() -> threadsAfterReads(file));
    Thread.ofPlatform().start(threadsOfTheKernel);
    assertThat(threadsOfTheKernel.get()).isEmpty();
  }

  private List<String> threadsAfterReads(PlainFile file) throws Exception {
    Completions done = new Completions();
    try (IoQueue queue = engine.open(List.of(file), new QueueOptions(DEPTH, 4096, 4096))) {
      for (int slot = 0; slot < DEPTH; slot++) {
        queue.offer(slot, 0, IoKind.READ, 4096L * slot, 4096);
      }
      // Without waiting: what a thread of the kernel does may be there, or not.
      queue.submitAndWait(0, 0, done);
      assertThat(done.all()).hasSize(DEPTH).allMatch(completion -> completion.result() == 4096);
      return threadsOfTheKernel();
    }
  }

  @Test
  void writesAndFlushesWorkAsOnAnyFile() throws Exception {
    PlainFile file = PlainFile.make(folder.resolve("t"), 4096L * DEPTH);
    Completions done = new Completions();
    try (IoQueue queue = engine.open(List.of(file), new QueueOptions(DEPTH, 4096, 4096))) {
      for (int slot = 0; slot < DEPTH; slot++) {
        queue.buffer(slot).fill((byte) (slot + 1));
        queue.offer(slot, 0, IoKind.WRITE, 4096L * slot, 4096);
      }
      assertThat(queue.submitAndWait(DEPTH, LONG_ENOUGH_NS, done)).isEqualTo(DEPTH);
      queue.offer(0, 0, IoKind.FLUSH, 0, 0);
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
    }
    assertThat(done.all().subList(0, DEPTH)).allMatch(completion -> completion.result() == 4096);
    assertThat(done.all().getLast().result()).isZero();
    byte[] content = Files.readAllBytes(folder.resolve("t"));
    for (int at = 0; at < content.length; at++) {
      assertThat(content[at]).isEqualTo((byte) (at / 4096 + 1));
    }
  }

  // They are named after the thread that handed the work over.
  private static List<String> threadsOfTheKernel() throws Exception {
    String own = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
    try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
      return tasks
          .map(FileInMemoryTest::nameOf)
          .filter(name -> name.equals("iou-wrk-" + own))
          .toList();
    }
  }

  private static String nameOf(Path task) {
    try {
      return Files.readString(task.resolve("comm")).strip();
    } catch (IOException _) {
      return "gone";
    }
  }
}
