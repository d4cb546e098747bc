package io.loadstone.api.data;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What the beginnings and ends of devices tell of their content; of the formats' own documents. */
final class Signatures {
  private static final List<Signature> AT_THE_BEGINNING =
      List.of(
          new Signature("a GUID partition table", 512, "EFI PART"),
          new Signature("a GUID partition table", 4096, "EFI PART"),
          new Signature("an XFS file system", 0, "XFSB"),
          new Signature("an ext2, ext3 or ext4 file system", 1080, "S\u00ef"),
          new Signature("a Btrfs file system", 65_600, "_BHRfS_M"),
          new Signature("an F2FS file system", 1024, "\u0010 \u00f5\u00f2"),
          new Signature("an NTFS file system", 3, "NTFS    "),
          new Signature("an exFAT file system", 3, "EXFAT   "),
          new Signature("an ISO 9660 file system", 32_769, "CD001"),
          new Signature("LUKS encryption", 0, "LUKS\u00ba\u00be"),
          new Signature("LUKS encryption", 16_384, "SKUL\u00ba\u00be"),
          new Signature("an LVM physical volume", 0, "LABELONE"),
          new Signature("an LVM physical volume", 512, "LABELONE"),
          new Signature("an LVM physical volume", 1024, "LABELONE"),
          new Signature("an LVM physical volume", 1536, "LABELONE"),
          new Signature("an md RAID member", 0, "\u00fcN+\u00a9"),
          new Signature("an md RAID member", 4096, "\u00fcN+\u00a9"),
          new Signature("swap space", 4086, "SWAPSPACE2"),
          new Signature("swap space", 65_526, "SWAPSPACE2"),
          new Signature("a Ceph BlueStore device", 0, "bluestore block device"),
          new Signature("an Oracle ASM disk", 32, "ORCLDISK"),
          new Signature("a qcow2 disk image", 0, "QFI\u00fb"),
          new Signature("a VHDX disk image", 0, "vhdxfile"),
          new Signature("a VHD disk image", 0, "conectix"),
          // Last: boot sectors of file systems end with the same.
          new Signature("a partition table or boot sector", 510, "U\u00aa"));

  private static final Signature ZFS =
      new Signature("a ZFS pool member", 0, "\u000c\u00b1\u00ba\u0000");
  private static final int ZFS_FIRST_BYTE = 128 << 10;
  private static final int ZFS_STEP_BYTES = 1 << 10;

  private static final Signature MD = new Signature("an md RAID member", 0, "\u00fcN+\u00a9");
  private static final Signature GPT =
      new Signature("the second copy of a GUID partition table", 0, "EFI PART");

  private Signatures() {}

  /**
   * What is known.
   *
   * @param head the first bytes
   * @param tail the last bytes
   * @param sizeBytes of the whole
   */
  static Optional<String> in(byte[] head, byte[] tail, long sizeBytes) {
    for (Signature signature : AT_THE_BEGINNING) {
      if (signature.isAt(head, 0, signature.at)) {
        return Optional.of(signature.what);
      }
    }
    for (long at = ZFS_FIRST_BYTE; at < head.length; at += ZFS_STEP_BYTES) {
      if (ZFS.isAt(head, 0, at)) {
        return Optional.of(ZFS.what);
      }
    }
    long tailAt = sizeBytes - tail.length;
    // Of md's version 0.90 and 1.0, each where the kernel computes it (drivers/md/md.c).
    for (long at : new long[] {(sizeBytes & -65_536) - 65_536, (sizeBytes - 8192) & -4096}) {
      if (MD.isAt(tail, tailAt, at)) {
        return Optional.of(MD.what);
      }
    }
    for (long at : new long[] {sizeBytes - 512, sizeBytes - 4096}) {
      if (GPT.isAt(tail, tailAt, at)) {
        return Optional.of(GPT.what);
      }
    }
    return Optional.empty();
  }

  private record Signature(String what, int at, String magic) {
    /** Whether it is at that place of the whole, of which a part begins at {@code partAt}. */
    boolean isAt(byte[] part, long partAt, long place) {
      byte[] wanted = magic.getBytes(StandardCharsets.ISO_8859_1);
      int from = (int) (place - partAt);
      return place >= partAt
          && from + wanted.length <= part.length
          && Arrays.equals(part, from, from + wanted.length, wanted, 0, wanted.length)
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
