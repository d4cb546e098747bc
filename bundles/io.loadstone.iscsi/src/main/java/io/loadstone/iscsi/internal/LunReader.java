package io.loadstone.iscsi.internal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Asks a server about a LUN, one question after the other, without ever waiting: whoever services
 * the session says when an answer is there.
 */
final class LunReader {
  /** The longest answer that is looked at. */
  static final int ANSWER_BYTES = 252;

  // One for each of the things that may have happened before a session (SAM-5).
  private static final int MOST_ATTENTIONS = 16;
  private static final long NO_LIMIT = 0;

  private static final ValueLayout.OfLong BIG_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt BIG_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /** What is asked, in this order: commands of SPC-5 and SBC-4. */
  private enum Question {
    READY(0, 0x00, 0, 0, 0, 0, 0),
    INQUIRY(96, 0x12, 0, 0, 0, 96, 0),
    CAPACITY(32, 0x9e, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0),
    DESIGNATORS(ANSWER_BYTES, 0x12, 1, 0x83, 0, ANSWER_BYTES, 0),
    LIMITS(64, 0x12, 1, 0xb0, 0, 64, 0),
    // The page about caching; its header tells of the write protection.
    MODE(ANSWER_BYTES, 0x1a, 8, 8, 0, ANSWER_BYTES, 0),
    // Of the header alone, for a LUN without such a page.
    PLAIN_MODE(ANSWER_BYTES, 0x1a, 8, 0x3f, 0, ANSWER_BYTES, 0);

    private final int answerBytes;
    private final byte[] cdb;

    Question(int answerBytes, int... cdb) {
      this.answerBytes = answerBytes;
      this.cdb = new byte[cdb.length];
      for (int i = 0; i < cdb.length; i++) {
        this.cdb[i] = (byte) cdb[i];
      }
    }
  }

  private final Session session;
  private final ScsiTask task;
  private final int tag;
  private Question question = Question.READY;
  private int attentions;

  private String product = "";
  private long blocks;
  private int blockBytes;
  private int physicalBlockBytes;
  private Optional<String> worldWideName = Optional.empty();
  private long mostTransferBlocks = NO_LIMIT;
  private boolean writeProtected;
  private Optional<Boolean> writeCache = Optional.empty();

  /**
   * Begins; the session is up.
   *
   * @param task with a buffer of at least {@link #ANSWER_BYTES}
   * @param tag what answers come with
   */
  LunReader(Session session, ScsiTask task, int tag) throws IOException {
    this.session = session;
    this.task = task;
    this.tag = tag;
    ask();
  }

  private void ask() throws IOException {
    task.buffer().fill((byte) 0);
    task.command(question.answerBytes, question.cdb);
    session.send(task, tag);
  }

  /**
   * Takes an answer.
   *
   * @return whether it was the last
   * @throws IOException if the LUN can't be used, as a phrase with the server as its subject
   */
  boolean answered(int status) throws IOException {
    if (status != ScsiErrors.GOOD) {
      int key = task.senseKey();
      int code = task.senseCode();
      task.forgetSense();
      if (ScsiErrors.isAttention(status, key) && attentions++ < MOST_ATTENTIONS) {
        ask();
        return false;
      }
      refuse(status, key, code);
    } else {
      take(task.buffer().asSlice(0, task.movedBytes()));
    }
    return next();
  }

  // Without the first three there is nothing to drive; a LUN need not know the others.
  private void refuse(int status, int key, int code) throws IOException {
    if (ScsiErrors.isGone(status, key, code)) {
      throw new IOException("has no LUN " + session.name().lun());
    }
    boolean reserved = status == ScsiErrors.RESERVATION_CONFLICT;
    if (question.compareTo(Question.CAPACITY) <= 0
        && !(question == Question.READY && reserved)) {
      throw new IOException(
          "answers "
              + (question == Question.READY ? "that LUN " : "a question about LUN ")
              + session.name().lun()
              + (question == Question.READY ? " is not ready: " : " with ")
              + ScsiErrors.words(status, key, code));
    }
  }

  private boolean next() throws IOException {
    boolean known = question == Question.MODE && writeCache.isPresent();
    if (question == Question.PLAIN_MODE || known) {
      return true;
    }
    question = Question.values()[question.ordinal() + 1];
    ask();
    return false;
  }

  private void take(MemorySegment answer) throws IOException {
    switch (question) {
      case READY -> {}
      case INQUIRY -> takeInquiry(answer);
      case CAPACITY -> takeCapacity(answer);
      case DESIGNATORS -> worldWideName = worldWideName(answer);
      case LIMITS -> {
        if (answer.byteSize() >= 12) {
          mostTransferBlocks = answer.get(BIG_INT, 8) & 0xffff_ffffL;
        }
      }
      case MODE, PLAIN_MODE -> takeMode(answer);
    }
  }

  private void takeInquiry(MemorySegment answer) throws IOException {
    if (answer.byteSize() < 36) {
      throw new IOException("answers a question about LUN " + session.name().lun() + " with "
          + answer.byteSize() + " bytes");
    }
    int qualifier = unsigned(answer, 0) >> 5;
    int type = unsigned(answer, 0) & 0x1f;
    if (qualifier != 0) {
      throw new IOException("has no LUN " + session.name().lun());
    }
    if (type != 0) {
      throw new IOException(
          "has no disk at LUN " + session.name().lun() + " but a device of type " + type);
    }
    String words = text(answer, 8, 8) + " " + text(answer, 16, 16) + " " + text(answer, 32, 4);
    product = words.strip().replaceAll(" +", " ");
  }

  private void takeCapacity(MemorySegment answer) throws IOException {
    if (answer.byteSize() < 14) {
      throw new IOException("does not tell how large LUN " + session.name().lun() + " is");
    }
    blocks = answer.get(BIG_LONG, 0) + 1;
    blockBytes = answer.get(BIG_INT, 8);
    physicalBlockBytes = blockBytes << (unsigned(answer, 13) & 0xf);
    if (blocks < 1
        || Integer.bitCount(blockBytes) != 1
        || blockBytes < 1
        || blocks > Long.MAX_VALUE / blockBytes) {
      throw new IOException(
          "has a LUN " + session.name().lun() + " of " + blocks + " blocks of " + blockBytes
              + " bytes, which can't be driven");
    }
  }

  // Of the page and the header before it, mode parameter header (6).
  private void takeMode(MemorySegment answer) {
    if (answer.byteSize() < 4) {
      return;
    }
    writeProtected = (unsigned(answer, 2) & 0x80) != 0;
    int page = 4 + unsigned(answer, 3);
    if (answer.byteSize() > page + 2 && (unsigned(answer, page) & 0x3f) == 8) {
      writeCache = Optional.of((unsigned(answer, page + 2) & 4) != 0);
    }
  }

  /**
   * The name of the LUN that no other has, in the kernel's form.
   *
   * @param page of device identification (SPC-5)
   */
  static Optional<String> worldWideName(MemorySegment page) {
    Optional<String> best = Optional.empty();
    long end = page.byteSize() < 4 ? 0 : Math.min(page.byteSize(), 4 + unsigned(page, 2) * 256L + unsigned(page, 3));
    for (long at = 4; at + 4 <= end; at += 4 + unsigned(page, at + 3)) {
      int length = unsigned(page, at + 3);
      boolean binary = (unsigned(page, at) & 0xf) == 1;
      boolean ofLun = (unsigned(page, at + 1) & 0x30) == 0;
      int type = unsigned(page, at + 1) & 0xf;
      if (!binary || !ofLun || length < 8 || at + 4 + length > end) {
        continue;
      }
      byte[] id = page.asSlice(at + 4, length).toArray(JAVA_BYTE);
      if (type == 3 && isUnique(id)) {
        return Optional.of("naa." + HexFormat.of().formatHex(id));
      }
      if (type == 2) {
        best = Optional.of("eui." + HexFormat.of().formatHex(id));
      }
    }
    return best;
  }

  // Formats 2, 5 and 6 begin with a number that a company has for itself. Some servers, tgt among
  // them, write none and count their LUNs: the first one has the same name on each of them.
  private static boolean isUnique(byte[] naa) {
    int format = (naa[0] & 0xff) >> 4;
    long head = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      head = head << 8 | naa[i] & 0xff;
    }
    return switch (format) {
      case 2 -> (head >>> 24 & 0xff_ffff) != 0;
      case 5, 6 -> (head >>> 36 & 0xff_ffff) != 0;
      default -> false;
    };
  }

  private static int unsigned(MemorySegment answer, long at) {
    return answer.get(JAVA_BYTE, at) & 0xff;
  }

  private static String text(MemorySegment answer, long at, int bytes) {
    byte[] text = answer.asSlice(at, bytes).toArray(JAVA_BYTE);
    return new String(text, StandardCharsets.US_ASCII).replaceAll("[^ -~]", " ").strip();
  }

  /** What was found out. */
  Lun lun() {
    return new Lun(
        blocks * blockBytes,
        blockBytes,
        physicalBlockBytes,
        mostTransferBlocks == NO_LIMIT ? Integer.MAX_VALUE : mostTransferBlocks * blockBytes,
        writeProtected,
        writeCache,
        product,
        worldWideName);
  }
}
