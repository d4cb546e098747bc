package io.loadstone.target.block.internal;

import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.data.StoredContent;
import io.loadstone.linux.BlkidProbe;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.NativeIoException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What an open device holds.
 *
 * @param signature a phrase; empty if nothing known was found
 * @param foreign whether there is something that is neither zero nor Loadstone's
 * @param judge who looked: libblkid and the own table, or the own table alone
 */
record DeviceContent(Optional<String> signature, boolean foreign, String judge) {
  private static final int ALIGNMENT_BYTES = 4096;

  /**
   * Looks into it.
   *
   * @param blkid the library, if it is to be asked
   */
  static DeviceContent of(int fd, Path node, long sizeBytes, Optional<BlkidProbe> blkid)
      throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = FileCalls.errnoSegment(arena);
      MemorySegment buffer = arena.allocate(StoredContent.PIECE_BYTES, ALIGNMENT_BYTES);
      StoredContent.Reader reader = (at, piece) -> read(errno, fd, node, at, piece);
      String judge =
          blkid.isPresent() ? "libblkid" : "Loadstone's own table, as libblkid1 is not installed";
      StoredContent own = StoredContent.of(sizeBytes, SectorStamps.SECTOR_BYTES, buffer, reader);
      Optional<String> signature = Optional.empty();
      if (blkid.isPresent()) {
        signature = known(blkid.get(), fd, buffer, reader);
      }
      return new DeviceContent(signature.or(own::signature), own.foreign(), judge);
    }
  }

  // B131: what Loadstone wrote is random, and libblkid takes some of it for a partition table.
  private static Optional<String> known(
      BlkidProbe blkid, int fd, MemorySegment buffer, StoredContent.Reader reader)
      throws IOException {
    for (BlkidProbe.Signature found : blkid.signatures(fd)) {
      long sectorAt = found.offsetBytes() / SectorStamps.SECTOR_BYTES * SectorStamps.SECTOR_BYTES;
      MemorySegment sector = buffer.asSlice(0, SectorStamps.SECTOR_BYTES);
      reader.read(sectorAt, sector);
      if (!StoredContent.blankOrOwn(sector, sectorAt)) {
        return Optional.of(found.type());
      }
    }
    return Optional.empty();
  }

  private static void read(MemorySegment errno, int fd, Path node, long at, MemorySegment piece)
      throws IOException {
    int length = (int) piece.byteSize();
    int rc = FileCalls.pread(errno, fd, piece.address(), length, at);
    if (rc < 0) {
      throw new NativeIoException("read", rc, node.toString(), at);
    }
    if (rc < length) {
      throw new IOException(
          "read at "
              + at
              + " on "
              + node
              + " gave "
              + rc
              + " of "
              + length
              + " bytes; it is gone,"
              + " or smaller than the kernel says");
    }
  }
}
