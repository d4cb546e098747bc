package io.loadstone.api.data;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a device, or an export of a server, holds, as far as its beginning, its end and some places
 * in between tell: the first 256 KiB, the last 128 KiB, 15 places of 64 KiB in between.
 *
 * @param signature what is known to be in it, such as a file system, as a phrase; empty if nothing
 *     is known
 * @param foreign whether there is something that is neither zero nor written by Loadstone
 */
public record StoredContent(Optional<String> signature, boolean foreign) {
  /** Most bytes that one reading asks for. */
  public static final int PIECE_BYTES = 64 << 10;

  // Twice the place of the first label of ZFS, and nothing else begins further.
  private static final int HEAD_BYTES = 256 << 10;
  private static final int TAIL_BYTES = 128 << 10;
  private static final int SAMPLES = 16;
  private static final MemorySegment ZEROES =
      MemorySegment.ofArray(new byte[SectorStamps.SECTOR_BYTES]);

  /** Reads what is judged. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Reads all that is asked for.
     *
     * @param offsetBytes a multiple of {@link #PIECE_BYTES}
     * @param buffer of as many bytes as are to be read, aligned to 4 KiB if it is native memory
     * @throws IOException if not every byte can be had
     */
    void read(long offsetBytes, MemorySegment buffer) throws IOException;
  }

  /**
   * Looks into it.
   *
   * @param sizeBytes how large it is
   * @param unitBytes what lengths must be multiples of, a power of two; a rest at the end is not
   *     looked at
   * @param buffer for what is read, of {@link #PIECE_BYTES} bytes
   * @throws IOException if it can't be read
   */
  public static StoredContent of(long sizeBytes, int unitBytes, MemorySegment buffer, Reader reader)
      throws IOException {
    byte[] head = new byte[(int) Math.min(sizeBytes, HEAD_BYTES)];
    byte[] tail = new byte[(int) Math.min(sizeBytes, TAIL_BYTES)];
    long tailAt = sizeBytes - tail.length;
    boolean foreign = false;
    for (long at : places(sizeBytes)) {
      int bytes = (int) Math.min(PIECE_BYTES, sizeBytes - at) / unitBytes * unitBytes;
      if (bytes > 0) {
        MemorySegment piece = buffer.asSlice(0, bytes);
        reader.read(at, piece);
        foreign |= !blankOrOwn(piece, at);
        keep(piece, at, head, 0);
        keep(piece, at, tail, tailAt);
      }
    }
    // What Loadstone wrote is random, and may look like a short signature.
    return new StoredContent(
        foreign ? Signatures.in(head, tail, sizeBytes) : Optional.empty(), foreign);
  }

  /**
   * Whether the sector at a place is zero or Loadstone's own.
   *
   * @param sector what is there
   * @param offsetBytes the place
   */
  public static boolean blankOrOwn(MemorySegment sector, long offsetBytes) {
    for (long at = 0; at < sector.byteSize(); at += SectorStamps.SECTOR_BYTES) {
      int length = (int) Math.min(SectorStamps.SECTOR_BYTES, sector.byteSize() - at);
      MemorySegment one = sector.asSlice(at, length);
      boolean own =
          length == SectorStamps.SECTOR_BYTES
              && SectorStamps.firstWrong(one, offsetBytes + at, length, true) < 0;
      if (!own && one.mismatch(ZEROES.asSlice(0, length)) >= 0) {
        return false;
      }
    }
    return true;
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

  /** Copies what of a piece lies in a part of the whole. */
  private static void keep(MemorySegment piece, long pieceAt, byte[] part, long partAt) {
    long from = Math.max(pieceAt, partAt);
    long to = Math.min(pieceAt + piece.byteSize(), partAt + part.length);
    if (from < to) {
      MemorySegment.copy(
          piece,
          ValueLayout.JAVA_BYTE,
          from - pieceAt,
          part,
          (int) (from - partAt),
          (int) (to - from));
    }
  }
}
