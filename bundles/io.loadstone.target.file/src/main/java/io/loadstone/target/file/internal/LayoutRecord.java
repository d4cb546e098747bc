package io.loadstone.target.file.internal;

import io.loadstone.api.target.Layout;
import io.loadstone.linux.FileStatus;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;

/**
 * What is remembered of a file that Loadstone laid out, in a file of its own beside it. A file
 * without a record that fits is somebody else's.
 *
 * <p>The record fits the inode that was laid out, not the name, so that a file which somebody put
 * in its place is not taken for ours. As inode numbers are used again, the file also carries a mark
 * where the file system has extended attributes.
 *
 * @param device {@code major:minor} of the device that holds the file
 * @param inode of the file
 * @param mark the value of the file's own mark; empty if the file system has no such attributes
 * @param sizeBytes that it was, or is being, laid out with
 * @param layout how
 * @param laid whether the layout was finished
 * @param made whether Loadstone made the file; one that was there before is never removed
 */
record LayoutRecord(
    String device,
    long inode,
    String mark,
    long sizeBytes,
    Layout layout,
    boolean laid,
    boolean made) {
  /** What the record's name ends with. */
  static final String SUFFIX = ".loadstone";

  /** The longest file name that leaves room for the names made of it. */
  static final int LONGEST_NAME_BYTES = 255 - SUFFIX.length() - ".new".length();

  private static final String MARK = "loadstone.mark";
  private static final int LONGEST_RECORD_BYTES = 65_536;

  /** A record of a file that was just made or is about to be overwritten; marks the file. */
  static LayoutRecord begin(
      Path file, FileStatus status, long sizeBytes, Layout layout, boolean made) {
    return new LayoutRecord(
        deviceOf(status), status.inode(), mark(file), sizeBytes, layout, false, made);
  }

  /** The same with another outcome. */
  LayoutRecord with(long newSizeBytes, Layout newLayout, boolean nowLaid) {
    return new LayoutRecord(device, inode, mark, newSizeBytes, newLayout, nowLaid, made);
  }

  static Path beside(Path file) {
    return file.resolveSibling(file.getFileName() + SUFFIX);
  }

  /** The record of a file, if there is one and it fits; a broken one fits nothing. */
  static Optional<LayoutRecord> of(Path file, FileStatus status) {
    return read(beside(file)).filter(record -> record.fits(file, status));
  }

  /** The record in a file, if it is a whole one. */
  static Optional<LayoutRecord> read(Path recordFile) {
    try {
      if (!Files.isRegularFile(recordFile) || Files.size(recordFile) > LONGEST_RECORD_BYTES) {
        return Optional.empty();
      }
      Properties p = new Properties();
      p.load(new StringReader(Files.readString(recordFile)));
      return Optional.of(
          new LayoutRecord(
              p.getProperty("device", ""),
              Long.parseLong(p.getProperty("inode", "")),
              p.getProperty("mark", ""),
              Long.parseLong(p.getProperty("sizeBytes", "")),
              Layout.valueOf(p.getProperty("layout", "")),
              Boolean.parseBoolean(p.getProperty("laid", "")),
              Boolean.parseBoolean(p.getProperty("made", ""))));
    } catch (IOException | IllegalArgumentException _) {
      return Optional.empty(); // unreadable or foreign: the file beside it is not known to be ours
    }
  }

  /**
   * Why the file must be laid out anew to be what is wanted.
   *
   * @param status as it is now
   * @return a phrase; empty if it is already laid out so, or better
   */
  Optional<String> whyLayAnew(FileStatus status, long wantedBytes, Layout wanted) {
    if (status.sizeBytes() != wantedBytes) {
      return Optional.of(
          "it has " + status.sizeBytes() + " bytes, and the plan says " + wantedBytes);
    }
    if (!laid) {
      return Optional.of("its layout was not finished");
    }
    if (sizeBytes != wantedBytes) {
      return Optional.of("it was laid out with " + sizeBytes + " bytes");
    }
    if (layout.compareTo(wanted) < 0) {
      return Optional.of("its layout is " + word(layout) + ", not " + word(wanted));
    }
    if (wanted != Layout.SPARSE && status.allocatedBytes() < wantedBytes) {
      return Optional.of(
          "it has holes: only %d of its %d bytes have space"
              .formatted(status.allocatedBytes(), wantedBytes));
    }
    return Optional.empty();
  }

  /** The word that plans use for a layout. */
  static String word(Layout layout) {
    return layout.name().toLowerCase(Locale.ROOT);
  }

  /** Writes the record so that at any moment either the old or the new one is there, whole. */
  void write(Path file) throws IOException {
    Path target = beside(file);
    Path fresh = target.resolveSibling(target.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    try (FileChannel channel =
        FileChannel.open(fresh, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      ByteBuffer bytes = ByteBuffer.wrap(text().getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    Path folder = target.getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true); // the new name, too, survives a power failure
      }
    }
  }

  private String text() {
    return """
    # Loadstone laid out the file beside this one. Without this record it takes that file for
    # somebody else's and does not write to it.
    version=1
    device=%s
    inode=%d
    mark=%s
    sizeBytes=%d
    layout=%s
    laid=%s
    made=%s
    """
        .formatted(device, inode, mark, sizeBytes, layout, laid, made);
  }

  private boolean fits(Path file, FileStatus status) {
    if (inode != status.inode()) {
      return false;
    }
    // Device numbers of some file systems change from mount to mount; the mark does not.
    return mark.isEmpty() ? device.equals(deviceOf(status)) : mark.equals(markOf(file));
  }

  private static String deviceOf(FileStatus status) {
    return status.deviceMajor() + ":" + status.deviceMinor();
  }

  private static String mark(Path file) {
    String mark = UUID.randomUUID().toString();
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    if (view == null) {
      return "";
    }
    try {
      view.write(MARK, ByteBuffer.wrap(mark.getBytes(StandardCharsets.US_ASCII)));
      return mark;
    } catch (IOException _) {
      return ""; // no extended attributes here: device and inode have to do
    }
  }

  private static String markOf(Path file) {
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    if (view == null) {
      return "";
    }
    try {
      ByteBuffer bytes = ByteBuffer.allocate(view.size(MARK));
      view.read(MARK, bytes);
      return StandardCharsets.US_ASCII.decode(bytes.flip()).toString();
    } catch (IOException _) {
      return ""; // it has none
    }
  }
}
