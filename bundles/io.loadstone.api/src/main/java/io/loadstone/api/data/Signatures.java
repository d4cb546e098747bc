package io.loadstone.api.data;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** What the beginnings and ends of devices tell of their content; of the formats' own documents. */
final class Signatures {
  private static final String GPT = "EFI PART";
  private static final String MD = "\u00fcN+\u00a9";

  // The first one that is found is told.
  private static final List<Signature> KNOWN =
      List.of(
          new Signature("a GUID partition table", GPT, at(512, 4096)),
          new Signature("an XFS file system", "XFSB", at(0)),
          new Signature("an ext2, ext3 or ext4 file system", "S\u00ef", at(1080)),
          new Signature("a Btrfs file system", "_BHRfS_M", at(65_600)),
          new Signature("an F2FS file system", "\u0010 \u00f5\u00f2", at(1024)),
          new Signature("an NTFS file system", "NTFS    ", at(3)),
          new Signature("an exFAT file system", "EXFAT   ", at(3)),
          new Signature("an ISO 9660 file system", "CD001", at(32_769)),
          new Signature("LUKS encryption", "LUKS\u00ba\u00be", at(0)),
          new Signature("LUKS encryption", "SKUL\u00ba\u00be", at(16_384)),
          new Signature("an LVM physical volume", "LABELONE", at(0, 512, 1024, 1536)),
          new Signature("an md RAID member", MD, at(0, 4096)),
          new Signature("swap space", "SWAPSPACE2", at(4086, 65_526)),
          new Signature("a Ceph BlueStore device", "bluestore block device", at(0)),
          new Signature("an Oracle ASM disk", "ORCLDISK", at(32)),
          new Signature("a qcow2 disk image", "QFI\u00fb", at(0)),
          new Signature("a VHDX disk image", "vhdxfile", at(0)),
          new Signature("a VHD disk image", "conectix", at(0)),
          // Behind those: boot sectors of file systems end with the same.
          new Signature("a partition table or boot sector", "U\u00aa", at(510)),
          new Signature("a ZFS pool member", "\u000c\u00b1\u00ba\u0000", _ -> uberblocks()),
          // Of versions 0.90 and 1.0, each where the kernel computes it (drivers/md/md.c).
          new Signature(
              "an md RAID member",
              MD,
              size -> LongStream.of((size & -65_536) - 65_536, (size - 8192) & -4096)),
          new Signature(
              "the second copy of a GUID partition table",
              GPT,
              size -> LongStream.of(size - 512, size - 4096)));

  private Signatures() {}

  private static LongFunction<LongStream> at(long... places) {
    return _ -> LongStream.of(places);
  }

  // The second half of the first label.
  private static LongStream uberblocks() {
    return LongStream.iterate(128 << 10, at -> at < 256 << 10, at -> at + (1 << 10));
  }

  /**
   * What is known.
   *
   * @param head the first bytes
   * @param tail the last bytes
   * @param sizeBytes of the whole
   */
  static Optional<String> in(byte[] head, byte[] tail, long sizeBytes) {
    long tailAt = sizeBytes - tail.length;
    return KNOWN.stream()
        .filter(
            known ->
                known
                    .places
                    .apply(sizeBytes)
                    .anyMatch(at -> known.isAt(head, 0, at) || known.isAt(tail, tailAt, at)))
        .map(Signature::what)
        .findFirst();
  }

  /**
   * One of them.
   *
   * @param places where it may be, by the size of the whole
   */
  private record Signature(String what, String magic, LongFunction<LongStream> places) {
    /** Whether it is at that place of the whole, of which a part begins at {@code partAt}. */
    boolean isAt(byte[] part, long partAt, long place) {
      byte[] wanted = magic.getBytes(StandardCharsets.ISO_8859_1);
      if (place < partAt || place - partAt + wanted.length > part.length) {
        return false;
      }
      int from = (int) (place - partAt);
      return Arrays.equals(part, from, from + wanted.length, wanted, 0, wanted.length)
          && !own(part, partAt, place / SectorStamps.SECTOR_BYTES * SectorStamps.SECTOR_BYTES);
    }

    private static boolean own(byte[] part, long partAt, long sectorAt) {
      return sectorAt >= partAt
          && sectorAt + SectorStamps.SECTOR_BYTES <= partAt + part.length
          && SectorStamps.firstWrong(
                  MemorySegment.ofArray(part).asSlice(sectorAt - partAt, SectorStamps.SECTOR_BYTES),
                  sectorAt,
                  SectorStamps.SECTOR_BYTES,
                  true)
              < 0;
    }
  }
}
