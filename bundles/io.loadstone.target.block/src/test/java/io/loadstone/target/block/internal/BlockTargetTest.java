package io.loadstone.target.block.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.target.BlockDevice;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Target;
import io.loadstone.linux.FileCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An open device, on real loop devices. */
class BlockTargetTest {
  @TempDir Path dir;

  // B037, B003: what a device of 4 KiB sectors needs is known before the first I/O.
  @Test
  void alignmentIsTheLogicalBlockOfTheDevice() throws Exception {
    for (int bytes : new int[] {512, 4096}) {
      try (LoopDevice loop = LoopDevice.blank(dir, "--sector-size", "" + bytes)) {
        BlockTargetProvider provider = Uses.allowing(loop.device());
        assertThat(provider.find(loop.uri(), Uses.WRITE).traits().alignmentBytes())
            .isEqualTo(bytes);
        try (Target target = provider.open(loop.uri(), Uses.WRITE)) {
          assertThat(target.traits().direct()).isTrue();
          assertThat(target.alignmentBytes()).isEqualTo(bytes);
          assertThat(target.description()).contains("blocks of " + bytes + " ", ", direct");
        }
        try (Target target = provider.open(loop.uri(), Uses.buffered(Uses.WRITE))) {
          assertThat(target.traits().direct()).isFalse();
          assertThat(target.alignmentBytes()).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void theResultNamesWhatFiguresDependOn() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir);
        Target target = Uses.allowing(loop.device()).open(loop.uri(), Uses.READ)) {
      String name = String.valueOf(loop.node().getFileName());
      String scheduler =
          Commands.output(
              "sh",
              "-c",
              "sed 's/.*\\[\\(.*\\)\\].*/\\1/' /sys/block/" + name + "/queue/scheduler");
      assertThat(target.description())
          .startsWith("block device " + name + ", 32MiB, loop of " + loop.image())
          .contains("scheduler " + scheduler);
      String[] number = Commands.output("lsblk", "-dno", "MAJ:MIN", loop.device()).split(":", -1);
      assertThat(target.device())
          .contains(
              new BlockDevice(
                  Integer.parseInt(number[0].strip()), Integer.parseInt(number[1].strip())));
      assertThat(target.traits().path().orElseThrow().writable()).isFalse();
    }
  }

  @Test
  void onlyAWrittenLayoutWritesEveryByte() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir);
        Target target = Uses.allowing(loop.device()).open(loop.uri(), Uses.WRITE)) {
      assertThat(target.lay(Layout.WRITTEN)).isEqualTo(Target.Fill.WHOLE);
      assertThat(target.lay(Layout.SPARSE)).isEqualTo(Target.Fill.NOTHING);
      target.filled();
      assertThat(target.lost()).isEmpty();
    }
  }

  /** As a removed disk does (seen on real kernels): size 0, reads of 0 bytes, no error. */
  @Test
  void aDeviceWhoseMediumVanishesIsLost() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir);
        Target target = Uses.allowing(loop.device()).open(loop.uri(), Uses.READ)) {
      Commands.output("truncate", "-s", "0", loop.image().toString());
      Commands.output("losetup", "-c", loop.device());

      assertThat(read(loop)).isZero();
      assertThat(target.lost().orElseThrow())
          .contains(loop.device(), "shrank from 33554432 to 0 bytes", "its medium is gone");
    }
  }

  // B105
  @Test
  void aDeviceThatIsDetachedWhileInUseIsLost() throws Exception {
    LoopDevice loop = LoopDevice.blank(dir);
    try (Target target = Uses.allowing(loop.device()).open(loop.uri(), Uses.WRITE)) {
      assertThat(target.lost()).isEmpty();
      loop.detach();
      assertThat(target.lost().orElseThrow()).contains(loop.device());
    }
  }

  private static int read(LoopDevice loop) {
    int fd = FileCalls.open(loop.node(), FileCalls.O_RDONLY | FileCalls.O_DIRECT, 0);
    assertThat(fd).isNotNegative();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(4096, 4096);
      return FileCalls.pread(FileCalls.errnoSegment(arena), fd, buffer.address(), 4096, 0);
    } finally {
      FileCalls.close(fd);
    }
  }
}
