package io.loadstone.target.file.internal;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.linux.FileStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an examination found out about a file that may be used as asked.
 *
 * @param path real path
 * @param owner whose it is
 * @param status as it is now; empty if it does not exist
 * @param record of its layout; empty if it is not ours
 * @param sizeBytes that a run would see
 * @param mount what holds it
 * @param direct whether I/O would bypass the page cache
 * @param alignmentBytes that I/O must keep to; 1 for any
 * @param effects sentences
 * @param warnings sentences
 * @param space that it still takes; empty if none
 */
record Finding(
    Path path,
    Owner owner,
    Optional<FileStatus> status,
    Optional<LayoutRecord> record,
    long sizeBytes,
    Mount mount,
    boolean direct,
    int alignmentBytes,
    List<String> effects,
    List<String> warnings,
    Optional<TargetPreview.Space> space) {

  /** Whose a file is. */
  enum Owner {
    /** It does not exist. */
    NOBODY,
    /** Loadstone laid it out. */
    LOADSTONE,
    /** It is there but empty: there is nothing to lose in it. */
    EMPTY,
    /** It holds what Loadstone did not write. */
    FOREIGN
  }

  /** The same with the record of a layout that begins. */
  Finding with(LayoutRecord begun) {
    return new Finding(
        path,
        owner,
        status,
        Optional.of(begun),
        sizeBytes,
        mount,
        direct,
        alignmentBytes,
        effects,
        warnings,
        space);
  }

  /** The same with what the made file showed. */
  Finding with(DirectAbility ability) {
    return new Finding(
        path,
        owner,
        status,
        record,
        sizeBytes,
        mount,
        ability.able(),
        ability.alignmentBytes(),
        effects,
        warnings,
        space);
  }

  /** The key of leases. */
  String identity() {
    // Two names of one file are one target; the guards let several names pass only for reading.
    return status
        .filter(s -> s.linkCount() > 1)
        .map(s -> "file:inode " + s.inode() + " on " + s.deviceMajor() + ":" + s.deviceMinor())
        .orElse("file:" + path);
  }

  /**
   * Why a file of ours must be laid out anew to be what is wanted.
   *
   * @return a phrase; empty if it is already laid out so, or better
   */
  static Optional<String> whyLayAnew(
      LayoutRecord record, FileStatus status, long sizeBytes, Layout wanted) {
    if (status.sizeBytes() != sizeBytes) {
      return Optional.of("it has " + status.sizeBytes() + " bytes, and the plan says " + sizeBytes);
    }
    if (!record.laid()) {
      return Optional.of("its layout was not finished");
    }
    if (record.sizeBytes() != sizeBytes) {
      return Optional.of("it was laid out with " + record.sizeBytes() + " bytes");
    }
    if (record.layout().compareTo(wanted) < 0) {
      return Optional.of("its layout is " + word(record.layout()) + ", not " + word(wanted));
    }
    if (wanted != Layout.SPARSE && status.allocatedBytes() < sizeBytes) {
      return Optional.of(
          "it has holes: only %d of its %d bytes have space"
              .formatted(status.allocatedBytes(), sizeBytes));
    }
    return Optional.empty();
  }

  /** The word that plans use for a layout. */
  static String word(Layout layout) {
    return layout.name().toLowerCase(Locale.ROOT);
  }
}
