package io.loadstone.api.plan;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.Sizes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the operations of a sequential stream go, one after another. Every sequence has one text,
 * which plans, results and people share.
 */
public sealed interface Sequence {
  /** Each operation begins where the one before ended; wraps to the begin of the range. */
  Sequence FORWARD = new Forward();

  /** Each operation ends where the one before began; wraps to the end of the range. */
  Sequence BACKWARD = new Backward();

  /** What {@link #parse} accepts, for messages and documentation. */
  String ALLOWED = "forward, backward or strided(64KiB)";

  /** The text, such as {@code strided(64KiB)}. */
  String text();

  /**
   * Reads the text of a sequence.
   *
   * @throws InvalidValueException if it is none
   */
  static Sequence parse(String text) {
    Matcher m = Strided.TEXT.matcher(text.strip());
    return switch (text.strip()) {
      case "forward" -> FORWARD;
      case "backward" -> BACKWARD;
      default -> {
        if (!m.matches()) {
          throw new InvalidValueException(text, ALLOWED);
        }
        try {
          yield new Strided(Sizes.parseBytes(m.group(1)));
        } catch (IllegalArgumentException e) {
          throw new InvalidValueException(
              text, "strided(stride) with a stride of 1 byte to 1PiB, such as strided(64KiB)");
        }
      }
    };
  }

  /** Text: {@code forward}. */
  record Forward() implements Sequence {
    @Override
    public String text() {
      return "forward";
    }
  }

  /** Text: {@code backward}. */
  record Backward() implements Sequence {
    @Override
    public String text() {
      return "backward";
    }
  }

  /**
   * Each operation begins a stride after the begin of the one before. At the end of the range the
   * stream goes back to its begin, one operation further than in the round before, so that in the
   * end every place had its turn: the order in which a table is read column by column. Text: {@code
   * strided(64KiB)}.
   *
   * @param strideBytes at least the size of every operation and a multiple of their alignments, at
   *     most 1 PiB
   */
  record Strided(long strideBytes) implements Sequence {
    private static final Pattern TEXT = Pattern.compile("strided *\\(([^()]*)\\)");
    private static final long MOST = 1L << 50;

    public Strided {
      if (strideBytes < 1 || strideBytes > MOST) {
        throw new IllegalArgumentException(
            "the stride is " + strideBytes + " bytes; allowed: 1 byte to 1PiB");
      }
    }

    @Override
    public String text() {
      return "strided(" + Sizes.format(strideBytes) + ")";
    }
  }
}
