package io.loadstone.nbd.internal;

import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What an export holds, as far as its beginning, its end and some places in between tell.
 *
 * @param signature what is known to be in it, such as a file system; empty if nothing is known
 * @param foreign whether there is something that is neither zero nor of Loadstone
 */
record Content(Optional<String> signature, boolean foreign) {
  private static final int PIECE_BYTES = 64 << 10;
  // ZFS keeps its first label here, and nothing else looks further.
  private static final int HEAD_BYTES = 256 << 10;
  private static final int TAIL_BYTES = 128 << 10;
  private static final int SAMPLES = 16;
  private static final MemorySegment ZEROES =
      MemorySegment.ofArray(new byte[SectorStamps.SECTOR_BYTES]);

  // What a signature begins with, and where; the formats' own documents say so.
  private static final List<Signature> SIGNATURES =
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
          new Signature("an LVM physical volume", 0, "LABELONE"),
          new Signature("an LVM physical volume", 512, "LABELONE"),
          new Signature("an LVM physical volume", 1024, "LABELONE"),
          new Signature("an LVM physical volume", 1536, "LABELONE"),
          new Signature("an md RAID member", 0, "\u00fcN+\u00a9"),
          new Signature("an md RAID member", 4096, "\u00fcN+\u00a9"),
          new Signature("swap space", 4086, "SWAPSPACE2"),
          new Signature("a Ceph BlueStore device", 0, "bluestore block device"),
          new Signature("a qcow2 disk image", 0, "QFI\u00fb"),
          new Signature("a VHDX disk image", 0, "vhdxfile"),
          new Signature("a VHD disk image", 0, "conectix"),
          // Last: boot sectors of file systems end with the same.
          new Signature("a partition table or boot sector", 510, "U\u00aa"));

  private static final Signature ZFS =
      new Signature("a ZFS pool member", 0, "\u000c\u00b1\u00ba\u0000");
  private static final int ZFS_FIRST_BYTE = 128 << 10;
  private static final int ZFS_STEP_BYTES = 1 << 10;

  /** Reads it. */
  static Content of(NbdTarget target) throws IOException {
    long sizeBytes = target.sizeBytes();
    byte[] head = new byte[(int) Math.min(sizeBytes, HEAD_BYTES)];
    boolean foreign = false;
    try (NbdQueue queue =
        new NbdQueue(List.of(target), new QueueOptions(1, PIECE_BYTES, PIECE_BYTES))) {
      MemorySegment buffer = queue.buffer(0);
      for (long at : places(sizeBytes)) {
        int bytes = read(queue, target, at);
        foreign |= !blankOrOwn(buffer, at, bytes);
        if (at < HEAD_BYTES) {
          MemorySegment.copy(
              buffer,
              ValueLayout.JAVA_BYTE,
              0,
              head,
              (int) at,
              (int) Math.min(bytes, head.length - at));
        }
      }
    }
    return new Content(foreign ? known(head) : Optional.empty(), foreign);
  }

  private static Iterable<Long> places(long sizeBytes) {
    TreeSet<Long> places = new TreeSet<>();
    for (long at = 0; at < Math.min(sizeBytes, HEAD_BYTES); at += PIECE_BYTES) {
      places.add(at);
    }
    long pieces = sizeBytes / PIECE_BYTES;
    for (int sample = 1; sample < SAMPLES; sample++) {
      places.add(pieces * sample / SAMPLES * PIECE_BYTES);
    }
    for (long at = Math.max(0, sizeBytes - TAIL_BYTES) / PIECE_BYTES * PIECE_BYTES;
        at < sizeBytes;
        at += PIECE_BYTES) {
      places.add(at);
    }
    return places;
  }

  private static int read(NbdQueue queue, NbdTarget target, long at) throws IOException {
    int unit = target.alignmentBytes();
    int bytes = (int) Math.min(PIECE_BYTES, target.sizeBytes() - at) / unit * unit;
    if (bytes == 0) {
      return 0;
    }
    int[] result = {Integer.MIN_VALUE};
    queue.offer(0, 0, IoKind.READ, at, bytes);
    queue.submitAndWait(
        1, 2 * target.name().timeout().toNanos(), (slot, moved) -> result[0] = moved);
    if (result[0] != bytes) {
      throw new IOException(
          "What is in "
              + target.uri()
              + " could not be read at "
              + at
              + ": "
              + (result[0] == Integer.MIN_VALUE
                  ? "no answer in time"
                  : Errno.text(result[0]) + ", " + Errno.meaning(result[0])));
    }
    return bytes;
  }

  private static boolean blankOrOwn(MemorySegment buffer, long offsetBytes, int bytes) {
    for (int at = 0; at < bytes; at += SectorStamps.SECTOR_BYTES) {
      int length = Math.min(SectorStamps.SECTOR_BYTES, bytes - at);
      MemorySegment sector = buffer.asSlice(at, length);
      boolean own =
          length == SectorStamps.SECTOR_BYTES
              && SectorStamps.firstWrong(sector, offsetBytes + at, length, true) < 0;
      if (!own && sector.mismatch(ZEROES.asSlice(0, length)) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static Optional<String> known(byte[] head) {
    for (Signature signature : SIGNATURES) {
      if (signature.isAt(head, signature.at)) {
        return Optional.of(signature.what);
      }
    }
    for (int at = ZFS_FIRST_BYTE; at < head.length; at += ZFS_STEP_BYTES) {
      if (ZFS.isAt(head, at)) {
        return Optional.of(ZFS.what);
      }
    }
    return Optional.empty();
  }

  private record Signature(String what, int at, String magic) {
    boolean isAt(byte[] head, int from) {
      byte[] wanted = magic.getBytes(StandardCharsets.ISO_8859_1);
      return from + wanted.length <= head.length
          && Arrays.equals(head, from, from + wanted.length, wanted, 0, wanted.length)
          // Random data of Loadstone's own may look like a short one.
          && !own(head, from / SectorStamps.SECTOR_BYTES * SectorStamps.SECTOR_BYTES);
    }

    private static boolean own(byte[] head, int sectorAt) {
      int length = Math.min(SectorStamps.SECTOR_BYTES, head.length - sectorAt);
      return length == SectorStamps.SECTOR_BYTES
          && SectorStamps.firstWrong(
                  MemorySegment.ofArray(head).asSlice(sectorAt, length), sectorAt, length, true)
              < 0;
    }
  }
}
