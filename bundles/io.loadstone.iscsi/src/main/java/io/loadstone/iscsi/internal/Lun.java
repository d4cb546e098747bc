package io.loadstone.iscsi.internal;

import io.loadstone.api.quantity.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a server says about a LUN.
 *
 * @param sizeBytes its size
 * @param blockBytes of a logical block, what offsets and lengths are multiples of
 * @param physicalBlockBytes what it stores at once, as it says
 * @param mostTransferBytes the longest command that it takes, in whole blocks; the largest number
 *     if it does not say
 * @param writeProtected whether it refuses writes
 * @param writeCache whether it keeps writes back until a flush; empty if it does not say
 * @param product vendor, product and revision
 * @param worldWideName such as {@code naa.6001405f00}; empty if it has none that is unique
 */
record Lun(
    long sizeBytes,
    int blockBytes,
    long physicalBlockBytes,
    int mostTransferBytes,
    boolean writeProtected,
    Optional<Boolean> writeCache,
    String product,
    Optional<String> worldWideName) {

  /** The same thing as before? The server may have been started anew with something else. */
  boolean sameAs(Lun other) {
    return sizeBytes == other.sizeBytes
        && blockBytes == other.blockBytes
        && writeProtected == other.writeProtected
        && worldWideName.equals(other.worldWideName);
  }

  /** For people. */
  String description() {
    List<String> words = new ArrayList<>();
    words.add(product);
    words.add(Sizes.format(sizeBytes));
    words.add(writeProtected ? "read-only" : "writable");
    words.add(
        physicalBlockBytes == blockBytes
            ? "blocks of " + blockBytes + " bytes"
            : "blocks of " + blockBytes + " bytes, stored as " + physicalBlockBytes);
    if (mostTransferBytes < Integer.MAX_VALUE) {
      words.add("at most " + Sizes.format(mostTransferBytes) + " at once");
    }
    writeCache.ifPresent(on -> words.add(on ? "write cache" : "no write cache"));
    worldWideName.ifPresent(words::add);
    return String.join(", ", words);
  }
}
