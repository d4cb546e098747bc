package io.loadstone.nfs.internal;

import io.loadstone.api.target.Layout;
import io.loadstone.linux.FileCalls;
import java.io.IOException;
import java.io.StringReader;
import java.util.Optional;
import java.util.Properties;

/**
 * What Loadstone remembers about a file that it laid out, in a file of the same folder: {@code
 * NAME.loadstone}. It names the file's inode, so that another one in its place is not taken for it.
 *
 * @param laid whether the layout was finished
 * @param made whether Loadstone made the file; one that was there before is never removed
 */
record FileRecord(long inode, long sizeBytes, Layout layout, boolean laid, boolean made) {
  private static final String SUFFIX = ".loadstone";

  /** The record of a file with that number, if there is one. */
  static Optional<FileRecord> of(NfsUri name, long inode) throws IOException {
    Optional<OpenFile> found = OpenFile.find(name, name.file() + SUFFIX, FileCalls.O_RDONLY);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (OpenFile file = found.get()) {
      return parse(file.text()).filter(record -> record.inode == inode);
    }
  }

  // A broken one fits nothing.
  private static Optional<FileRecord> parse(String text) throws IOException {
    Properties p = new Properties();
    try {
      p.load(new StringReader(text));
      return Optional.of(
          new FileRecord(
              Long.parseLong(p.getProperty("inode", "")),
              Long.parseLong(p.getProperty("sizeBytes", "")),
              Layout.valueOf(p.getProperty("layout", "")),
              Boolean.parseBoolean(p.getProperty("laid", "")),
              Boolean.parseBoolean(p.getProperty("made", ""))));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Whether a file of that length need not be laid out again. */
  boolean serves(long lengthBytes, Layout wanted) {
    return laid && lengthBytes == sizeBytes && layout.compareTo(wanted) >= 0;
  }

  FileRecord with(long newSizeBytes, Layout newLayout, boolean nowLaid) {
    return new FileRecord(inode, newSizeBytes, newLayout, nowLaid, made);
  }

  void write(NfsUri name) throws IOException {
    // The library makes a file only if there is none.
    String path = name.file() + SUFFIX;
    Optional<OpenFile> found = OpenFile.find(name, path, FileCalls.O_RDWR);
    try (OpenFile file =
        found.isPresent()
            ? found.get()
            : OpenFile.open(name, path, FileCalls.O_RDWR | FileCalls.O_CREAT | FileCalls.O_EXCL)) {
      file.write(
          """
          # Loadstone laid out the file beside this one. Without this record it takes that file for
          # somebody else's and does not write to it.
          version=1
          inode=%d
          sizeBytes=%d
          layout=%s
          laid=%s
          made=%s
          """
              .formatted(inode, sizeBytes, layout, laid, made));
    }
  }

  /** Removes the record of a file, if there is one. */
  static void remove(NfsUri name) throws IOException {
    Optional<OpenFile> found = OpenFile.find(name, name.file() + SUFFIX, FileCalls.O_RDONLY);
    if (found.isPresent()) {
      try (OpenFile file = found.get()) {
        file.unlink();
      }
    }
  }
}
