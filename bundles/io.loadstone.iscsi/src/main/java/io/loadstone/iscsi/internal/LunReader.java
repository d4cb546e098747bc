package io.loadstone.iscsi.internal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;

/**
 * Asks a server about a LUN, one question after the other, without ever waiting: whoever services
 * the session says when an answer is there.
 */
final class LunReader {
  /** The longest answer that is looked at. */
  static final int ANSWER_BYTES = 252;

  // One for each of the things that may have happened before a session (SAM-5).
  private static final int MOST_ATTENTIONS = 16;

  private final Session session;
  private final ScsiTask task;
  private final int tag;
  private final LunAnswers answers;
  private final List<Question> questions;
  private int asked;
  private int attentions;

  /** What takes the answer to a question. */
  @FunctionalInterface
  private interface Taker {
    void take(MemorySegment answer) throws IOException;
  }

  /**
   * A command of SPC-5 or SBC-4.
   *
   * @param needed whether a LUN that does not know it can't be driven
   * @param cdb its bytes, in hexadecimal digits
   */
  private record Question(boolean needed, Taker taker, int answerBytes, String cdb) {}

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
    int lun = session.name().lun();
    answers = new LunAnswers(lun);
    questions =
        List.of(
            // TEST UNIT READY
            new Question(true, answer -> {}, 0, "000000000000"),
            // INQUIRY
            new Question(true, answers::inquiry, 96, "120000006000"),
            // READ CAPACITY (16)
            new Question(true, answers::capacity, 32, "9e100000000000000000000000200000"),
            // INQUIRY: the page of device identification, then that of block limits
            new Question(false, answers::designators, ANSWER_BYTES, "12018300fc00"),
            new Question(false, answers::limits, 64, "1201b0004000"),
            // MODE SENSE (6): all pages, for a LUN without one about caching, whose header alone is
            // of use; then that page
            new Question(false, answers::mode, ANSWER_BYTES, "1a083f00fc00"),
            new Question(false, answers::mode, ANSWER_BYTES, "1a080800fc00"));
    ask();
  }

  private void ask() throws IOException {
    Question question = questions.get(asked);
    task.buffer().fill((byte) 0);
    task.command(question.answerBytes, HexFormat.of().parseHex(question.cdb));
    session.send(task, tag);
  }

  /**
   * Takes an answer.
   *
   * @return whether it was the last
   * @throws IOException if the LUN can't be used, as a phrase with the server as its subject
   */
  boolean answered(int status) throws IOException {
    if (status == ScsiErrors.GOOD) {
      questions.get(asked).taker.take(task.buffer().asSlice(0, task.movedBytes()));
    } else if (!bearable(status)) {
      ask();
      return false;
    }
    if (++asked == questions.size()) {
      return true;
    }
    ask();
    return false;
  }

  // Whether to go on without the answer; otherwise the question is repeated.
  private boolean bearable(int status) throws IOException {
    int key = task.senseKey();
    int code = task.senseCode();
    task.forgetSense();
    if (ScsiErrors.isAttention(status, key) && attentions++ < MOST_ATTENTIONS) {
      return false;
    }
    int lun = session.name().lun();
    if (ScsiErrors.isGone(status, key, code)) {
      throw new IOException("has no LUN " + lun);
    }
    boolean reserved = asked == 0 && status == ScsiErrors.RESERVATION_CONFLICT;
    if (questions.get(asked).needed && !reserved) {
      throw new IOException(
          "answers that LUN "
              + lun
              + (asked == 0 ? " is not ready: " : " can't be asked: ")
              + ScsiErrors.words(status, key, code));
    }
    return true;
  }

  /** What was found out. */
  Lun lun() {
    return answers.lun();
  }
}
