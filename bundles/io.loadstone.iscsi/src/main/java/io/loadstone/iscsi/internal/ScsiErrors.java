package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.Errno;
import java.util.List;

/**
 * What the kernel would say of an answer that is not good, were the LUN one of its disks: as its
 * drivers/scsi/scsi_error.c and scsi_lib.c turn sense data into the error of an operation. Where
 * the kernel would try again for a while, this says at once what it was.
 */
final class ScsiErrors {
  // SAM-5, and enum scsi_status of iscsi/iscsi.h for those of the library's own
  static final int GOOD = 0;
  static final int CHECK_CONDITION = 2;
  static final int BUSY = 8;
  static final int RESERVATION_CONFLICT = 0x18;
  static final int TASK_SET_FULL = 0x28;
  static final int REDIRECT = 0x101;
  static final int CANCELLED = 0x0f000000;
  static final int ERROR = 0x0f000001;

  // SPC-5: sense keys
  private static final int MEDIUM_ERROR = 3;
  private static final int HARDWARE_ERROR = 4;
  private static final int ILLEGAL_REQUEST = 5;
  private static final int UNIT_ATTENTION = 6;
  private static final int DATA_PROTECT = 7;
  private static final int BLANK_CHECK = 8;
  private static final int COPY_ABORTED = 0xa;
  private static final int ABORTED_COMMAND = 0xb;
  private static final int VOLUME_OVERFLOW = 0xd;
  private static final int MISCOMPARE = 0xe;

  private static final List<String> KEYS =
      List.of(
          "NO SENSE",
          "RECOVERED ERROR",
          "NOT READY",
          "MEDIUM ERROR",
          "HARDWARE ERROR",
          "ILLEGAL REQUEST",
          "UNIT ATTENTION",
          "DATA PROTECT",
          "BLANK CHECK",
          "VENDOR SPECIFIC",
          "COPY ABORTED",
          "ABORTED COMMAND",
          "sense key Ch",
          "VOLUME OVERFLOW",
          "MISCOMPARE",
          "COMPLETED");

  // SPC-5: additional sense codes, with their qualifiers where those matter
  private static final int PROTECTION = 0x10;
  private static final int UNRECOVERED_READ = 0x11;
  private static final int NO_ADDRESS_MARK = 0x13;
  private static final int RECORD_NOT_FOUND = 0x14;
  private static final int NO_SUCH_LUN = 0x25;
  private static final int POWER_ON_OR_RESET = 0x29;
  private static final int OUT_OF_SPACE = 0x2707;

  private ScsiErrors() {}

  /**
   * The error of an operation.
   *
   * @param status not {@link #GOOD}
   * @param key of a check condition
   * @param code additional sense code and qualifier of a check condition
   */
  static Errno errno(int status, int key, int code) {
    return switch (status) {
      case CHECK_CONDITION -> sense(key, code);
      case RESERVATION_CONFLICT -> Errno.EBADE;
      case BUSY, TASK_SET_FULL -> Errno.EAGAIN;
      case ERROR -> Errno.EPROTO;
      default -> Errno.EIO;
    };
  }

  private static Errno sense(int key, int code) {
    int additional = code >> 8;
    if (isGone(CHECK_CONDITION, key, code)) {
      return Errno.ENXIO;
    }
    return switch (key) {
      case MEDIUM_ERROR ->
          switch (additional) {
            case UNRECOVERED_READ, NO_ADDRESS_MARK, RECORD_NOT_FOUND -> Errno.ENODATA;
            default -> Errno.EIO;
          };
      case DATA_PROTECT -> code == OUT_OF_SPACE ? Errno.ENOSPC : Errno.EREMOTEIO;
      case ILLEGAL_REQUEST ->
          switch (additional) {
            case PROTECTION -> Errno.EILSEQ;
            // operation code, block address, function, field, parameter, write protected
            case 0x20, 0x21, 0x22, 0x24, 0x26, 0x27 -> Errno.EREMOTEIO;
            default -> Errno.EIO;
          };
      case ABORTED_COMMAND -> additional == PROTECTION ? Errno.EILSEQ : Errno.EIO;
      case HARDWARE_ERROR, BLANK_CHECK, COPY_ABORTED, VOLUME_OVERFLOW, MISCOMPARE ->
          Errno.EREMOTEIO;
      default -> Errno.EIO;
    };
  }

  /** Whether the server only tells that something happened, and has done nothing: ask again. */
  static boolean isAttention(int status, int key) {
    return status == CHECK_CONDITION && key == UNIT_ATTENTION;
  }

  /** Whether that is what every new session is told. */
  static boolean isReset(int code) {
    return code >> 8 == POWER_ON_OR_RESET;
  }

  /** Whether the server says that there is no such LUN, or no more. */
  static boolean isGone(int status, int key, int code) {
    return status == CHECK_CONDITION && key == ILLEGAL_REQUEST && code >> 8 == NO_SUCH_LUN;
  }

  /** The answer in the words of its standard. */
  static String words(int status, int key, int code) {
    return switch (status) {
      case CHECK_CONDITION -> senseWords(key, code);
      case RESERVATION_CONFLICT -> "RESERVATION CONFLICT: another initiator has reserved the LUN";
      case BUSY -> "BUSY";
      case TASK_SET_FULL -> "TASK SET FULL: the LUN takes fewer outstanding I/Os";
      case ERROR -> "a reply that is not valid";
      default -> "status " + status;
    };
  }

  // The library knows the words of the more frequent codes.
  private static String senseWords(int key, int code) {
    String words = Libiscsi.senseCode(code);
    return String.format("%s %02xh/%02xh", KEYS.get(key & 0xf), code >> 8, code & 0xff)
        + (words.isEmpty() ? "" : ", " + words.replace('_', ' '));
  }
}
