package io.loadstone.api.result;

import java.util.Arrays;
import java.util.Base64;

/**
 * A histogram of nanoseconds in HdrHistogram's compressed V2 encoding, as it stands in a histogram
 * log. Merge by decoding and adding, never by averaging percentiles.
 */
public final class EncodedHistogram {
  /** A histogram without operations. */
  public static final EncodedHistogram EMPTY = new EncodedHistogram(new byte[0]);

  private final byte[] bytes;

  /**
   * Wraps an encoding.
   *
   * @param bytes compressed V2 encoding; empty for no operation. The caller gives the array away
   */
  public EncodedHistogram(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Whether it holds no operation. */
  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /** A copy of the encoding. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** The encoding as a histogram log writes it. */
  public String toBase64() {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EncodedHistogram that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
