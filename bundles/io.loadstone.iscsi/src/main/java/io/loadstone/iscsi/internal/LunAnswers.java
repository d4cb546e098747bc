package io.loadstone.iscsi.internal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.loadstone.api.data.StoredContent;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Puts together what a LUN is like from the answers to the questions about it, whose forms are
 * those of SPC-5 and SBC-4. A server may send anything.
 */
final class LunAnswers {
  private static final int CACHING = 8;
  private static final ValueLayout.OfLong BIG_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt BIG_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final int number;
  private String product = "";
  private long blocks;
  private int blockBytes = 1;
  private long physicalBlockBytes;
  private Optional<String> worldWideName = Optional.empty();
  private long mostTransferBlocks;
  private boolean writeProtected;
  private Optional<Boolean> writeCache = Optional.empty();

  /**
   * Nothing is known yet.
   *
   * @param number of the LUN
   */
  LunAnswers(int number) {
    this.number = number;
  }

  /** Standard inquiry data. */
  void inquiry(MemorySegment answer) throws IOException {
    need(answer, 36);
    int qualifier = unsigned(answer, 0) >> 5;
    int type = unsigned(answer, 0) & 0x1f;
    if (qualifier != 0) {
      throw new IOException("has no LUN " + number);
    }
    if (type != 0) {
      throw new IOException("has no disk at LUN " + number + " but a device of type " + type);
    }
    String words = text(answer, 8, 8) + " " + text(answer, 16, 16) + " " + text(answer, 32, 4);
    product = words.strip().replaceAll(" +", " ");
  }

  /** READ CAPACITY (16) parameter data. */
  void capacity(MemorySegment answer) throws IOException {
    need(answer, 14);
    long last = answer.get(BIG_LONG, 0);
    blockBytes = answer.get(BIG_INT, 8);
    physicalBlockBytes = (long) blockBytes << (unsigned(answer, 13) & 0xf);
    // What is larger than a piece could not be looked at before it is written over.
    if (blockBytes < 1
        || blockBytes > StoredContent.PIECE_BYTES
        || Integer.bitCount(blockBytes) != 1
        || last < 0
        || last >= Long.MAX_VALUE / blockBytes) {
      throw new IOException(
          "has a LUN "
              + number
              + " of "
              + Long.toUnsignedString(last)
              + " + 1 blocks of "
              + Integer.toUnsignedString(blockBytes)
              + " bytes, which can't be driven");
    }
    blocks = last + 1;
  }

  private void need(MemorySegment answer, int bytes) throws IOException {
    if (answer.byteSize() < bytes) {
      throw new IOException(
          "answers a question about LUN " + number + " with " + answer.byteSize() + " bytes only");
    }
  }

  /** The page about limits; 0 is none. */
  void limits(MemorySegment answer) {
    if (answer.byteSize() >= 12) {
      mostTransferBlocks = Integer.toUnsignedLong(answer.get(BIG_INT, 8));
    }
  }

  /** A mode parameter header (6), and the first page behind it. */
  void mode(MemorySegment answer) {
    if (answer.byteSize() < 4) {
      return;
    }
    writeProtected = (unsigned(answer, 2) & 0x80) != 0;
    int page = 4 + unsigned(answer, 3);
    if (answer.byteSize() > page + 2 && (unsigned(answer, page) & 0x3f) == CACHING) {
      writeCache = Optional.of((unsigned(answer, page + 2) & 4) != 0);
    }
  }

  /** The page of device identification: the name that no other LUN has, in the kernel's form. */
  void designators(MemorySegment answer) {
    long end = answer.byteSize();
    for (long at = 4; at + 4 <= end; at += 4 + unsigned(answer, at + 3)) {
      int length = unsigned(answer, at + 3);
      boolean binary = (unsigned(answer, at) & 0xf) == 1;
      boolean ofLun = (unsigned(answer, at + 1) & 0x30) == 0;
      if (!binary || !ofLun || length < Long.BYTES || at + 4 + length > end) {
        continue;
      }
      byte[] id = answer.asSlice(at + 4, length).toArray(JAVA_BYTE);
      String hex = HexFormat.of().formatHex(id);
      int type = unsigned(answer, at + 1) & 0xf;
      if (type == 3 && isUnique(answer.get(BIG_LONG, at + 4))) {
        worldWideName = Optional.of("naa." + hex);
        return;
      }
      if (type == 2) {
        worldWideName = Optional.of("eui." + hex);
      }
    }
  }

  // Formats 2, 5 and 6 have the number of a company in them. Some servers, tgt among them, write
  // none and count their LUNs: the first one has the same name on each of them.
  private static boolean isUnique(long naa) {
    return switch ((int) (naa >>> 60)) {
      case 2 -> (naa >>> 24 & 0xff_ffff) != 0;
      case 5, 6 -> (naa >>> 36 & 0xff_ffff) != 0;
      default -> false;
    };
  }

  private static int unsigned(MemorySegment answer, long at) {
    return Byte.toUnsignedInt(answer.get(JAVA_BYTE, at));
  }

  private static String text(MemorySegment answer, long at, int bytes) {
    byte[] text = answer.asSlice(at, bytes).toArray(JAVA_BYTE);
    return new String(text, StandardCharsets.US_ASCII).replaceAll("[^ -~]", " ").strip();
  }

  // More than any operation has is no limit.
  private int mostTransferBytes() {
    long most = mostTransferBlocks * blockBytes;
    return most == 0 || most > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) most;
  }

  /** What was found out. */
  Lun lun() {
    return new Lun(
        blocks * blockBytes,
        blockBytes,
        physicalBlockBytes,
        mostTransferBytes(),
        writeProtected,
        writeCache,
        product,
        worldWideName);
  }
}
