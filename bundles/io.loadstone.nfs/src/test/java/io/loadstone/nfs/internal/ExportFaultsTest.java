package io.loadstone.nfs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.PlainFile;
import io.loadstone.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server whose export is read-only, or full. */
@Timeout(60)
class ExportFaultsTest {
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();
  private static final int BLOCK_BYTES = 65_536;
  private static final int DISK_BYTES = 16 << 20;
  private static final int FILE_BYTES = 64 << 20;
  // asm-generic/errno-base.h
  private static final int ENOSPC = -28;

  private final Completions done = new Completions();
  private @TempDir Path dir = Path.of("");

  private int resultOf(IoQueue queue, IoKind kind, long offsetBytes) throws IOException {
    done.clear();
    assertThat(queue.offer(0, 0, kind, offsetBytes, BLOCK_BYTES)).isTrue();
    assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
    return done.only().result();
  }

  private static IoQueue queue(NfsTarget target) throws IOException {
    return new NfsEngine().open(List.of(target), new QueueOptions(1, BLOCK_BYTES, 4096));
  }

  @Test
  void anExportThatIsReadOnlyIsReadAndRefusedForWriting() throws Exception {
    PlainFile.make(dir.resolve("t"), 1 << 20);
    try (Ganesha server = Ganesha.readOnly(dir)) {
      assertThatThrownBy(() -> Ganesha.target(server.uri("t"), true))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("The NFS server 127.0.0.1:" + server.port() + " of nfs://")
          .hasMessageContaining("does not open /export/t: EROFS (30)");
      try (IoQueue queue = queue(Ganesha.target(server.uri("t"), false))) {
        assertThat(resultOf(queue, IoKind.READ, 0)).isEqualTo(BLOCK_BYTES);
      }
    }
  }

  @Test
  void anExportThatIsFullRefusesWritesAndGoesOn() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root, to mount");
    assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this machine has no loop devices");
    Path point = Files.createDirectory(dir.resolve("point"));
    PlainFile.make(dir.resolve("image"), DISK_BYTES);
    Programs.run("mkfs.ext4 -q -F " + dir.resolve("image"));
    Programs.run("mount -o loop " + dir.resolve("image") + " " + point);
    try (Ganesha server = new Ganesha(point)) {
      PlainFile.make(point.resolve("t"), FILE_BYTES);
      NfsTarget target = Ganesha.target(server.uri("t"), true);
      try (IoQueue queue = queue(target)) {
        assertThat(resultOf(queue, IoKind.WRITE, 0)).isEqualTo(BLOCK_BYTES);
        long offsetBytes = BLOCK_BYTES;
        int result = BLOCK_BYTES;
        // What a server writes before it is full may be less than a block.
        while (result > 0 && offsetBytes < FILE_BYTES) {
          result = resultOf(queue, IoKind.WRITE, offsetBytes);
          offsetBytes += BLOCK_BYTES;
        }
        assertThat(result).isEqualTo(ENOSPC);
        assertThat(resultOf(queue, IoKind.READ, 0)).isEqualTo(BLOCK_BYTES);
        assertThat(target.lost()).isEmpty();
        assertThat(target.takeNotes()).isEmpty();
      }
    } finally {
      Programs.run("umount " + point);
    }
  }
}
