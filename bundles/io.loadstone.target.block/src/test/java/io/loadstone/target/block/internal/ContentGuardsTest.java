package io.loadstone.target.block.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Refusal;
import io.loadstone.linux.BlkidProbe;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a device holds decides whether it is written, on real loop devices. */
class ContentGuardsTest {
  @TempDir Path dir;

  /** Where the formats put their magic, by their own documents. */
  static Stream<Arguments> formats() {
    long last = LoopDevice.SIZE_BYTES;
    return Stream.of(
        Arguments.of("GUID partition table", 512L, "EFI PART"),
        Arguments.of("GUID partition table", last - 512, "EFI PART"),
        Arguments.of("partition table", 510L, "U\u00aa"),
        Arguments.of("ext2, ext3 or ext4", 1080L, "S\u00ef"),
        Arguments.of("XFS", 0L, "XFSB"),
        Arguments.of("Btrfs", 65_600L, "_BHRfS_M"),
        Arguments.of("LVM physical volume", 512L, "LABELONE"),
        Arguments.of("md RAID", 4096L, "\u00fcN+\u00a9"),
        // Versions 0.90 and 1.0 keep their superblock at the end.
        Arguments.of("md RAID", last - 65_536, "\u00fcN+\u00a9"),
        Arguments.of("md RAID", last - 8192, "\u00fcN+\u00a9"),
        Arguments.of("ZFS", 131_072L, "\u000c\u00b1\u00ba\u0000"),
        Arguments.of("LUKS", 0L, "LUKS\u00ba\u00be"),
        Arguments.of("swap space", 4086L, "SWAPSPACE2"),
        Arguments.of("Ceph BlueStore", 0L, "bluestore block device"));
  }

  @ParameterizedTest(name = "{0} at {1}")
  @MethodSource("formats")
  void theOwnTableKnowsTheFormat(String what, long offsetBytes, String magic) throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir).put(offsetBytes, magic)) {
      BlockTargetProvider provider = Uses.withoutBlkid(loop.device());

      // A plan that may overwrite what is foreign still may not destroy what is known.
      Refusal refusal = provider.preview(loop.uri(), Uses.OVERWRITE).refusal().orElseThrow();
      assertThat(refusal.kind()).isEqualTo(Refusal.Kind.SAFETY);
      assertThat(refusal.reason())
          .contains(what, "own table", "destroy: [ \"" + loop.image() + "\" ]");
      assertThat(provider.preview(loop.uri(), Uses.destroy(loop.image().toString())).refusal())
          .isEmpty();
      assertThat(provider.preview(loop.uri(), Uses.READ).refusal()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mkfs.ext4 -q -F", "mkfs.btrfs -q -f --mixed", "mkswap"})
  void libblkidTellsWhatProgramsMade(String program) throws Exception {
    assumeTrue(BlkidProbe.here().isPresent(), "skipped: libblkid1 is not installed");
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      String[] command = (program + " " + loop.device()).split(" ", -1);
      Commands.output(command);
      String type = Commands.output("blkid", "-p", "-o", "value", "-s", "TYPE", loop.device());

      assertThat(refusal(loop)).contains("holds " + type + " (told by libblkid)");
    }
  }

  @Test
  void libblkidTellsOfAPartitionTable() throws Exception {
    assumeTrue(BlkidProbe.here().isPresent(), "skipped: libblkid1 is not installed");
    // One Linux partition from sector 2048 on, of 40,960 sectors.
    String entry = "\0\0\0\0\u0083\0\0\0\0\u0008\0\0\0\u00a0\0\0";
    try (LoopDevice loop = LoopDevice.blank(dir).put(446, entry).put(510, "U\u00aa")) {
      assertThat(refusal(loop)).contains("holds dos (told by libblkid)");
    }
  }

  @Test
  void partitionsThatTheKernelKnowsAreContent() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      Path part = loop.addPartition(1, 2048, 40_960);
      assertThat(refusal(loop)).contains("holds the partitions " + part.getFileName());
    }
  }

  @Test
  void unknownDataNeedsOverwrite() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir).put(1 << 20, "x".repeat(4 << 20))) {
      BlockTargetProvider provider = Uses.allowing(loop.device());
      assertThat(provider.preview(loop.uri(), Uses.WRITE).refusal().orElseThrow().reason())
          .contains("data that Loadstone did not write", "overwrite: true");
      FoundTarget overwrite = provider.find(loop.uri(), Uses.OVERWRITE);
      assertThat(overwrite.effects()).singleElement().asString().contains("OVERWRITTEN");
    }
  }

  // B131: data that Loadstone wrote is no table, whatever it looks like to the kernel.
  @Test
  void whatLoadstoneWroteMayBeWrittenAgainAndTheNextRunSaysWhatOthersMaySeeInIt() throws Exception {
    byte[] bytes = new byte[(int) LoopDevice.SIZE_BYTES];
    MemorySegment all = MemorySegment.ofArray(bytes);
    SectorStamps.fillRandom(all, 7);
    SectorStamps.stamp(all, 0, bytes.length, 7);
    // A first sector that ends like a boot sector, as one of 65,536 does by chance.
    for (long serial = 8; bytes[510] != 0x55 || bytes[511] != (byte) 0xaa; serial++) {
      SectorStamps.stamp(all, 0, SectorStamps.SECTOR_BYTES, serial);
    }
    try (LoopDevice loop = LoopDevice.blank(dir).put(0, bytes)) {
      for (BlockTargetProvider provider :
          new BlockTargetProvider[] {
            Uses.allowing(loop.device()), Uses.withoutBlkid(loop.device())
          }) {
        FoundTarget preview = provider.find(loop.uri(), Uses.WRITE);
        assertThat(preview.warnings()).anyMatch(w -> w.contains("wipefs -a " + loop.device()));
      }
      // Foreign data elsewhere does not make a table of it.
      loop.put(200_000, "somebody's");
      assertThat(Uses.withoutBlkid(loop.device()).preview(loop.uri(), Uses.OVERWRITE).refusal())
          .isEmpty();
    }
  }

  private static String refusal(LoopDevice loop) {
    return Uses.allowing(loop.device())
        .preview(loop.uri(), Uses.OVERWRITE)
        .refusal()
        .orElseThrow()
        .reason();
  }
}
