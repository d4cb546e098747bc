package io.loadstone.target.file.internal;

import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.target.TargetUri;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.FileSystemStatus;
import io.loadstone.linux.NativeIoException;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds the files that Loadstone laid out, those of agents that died as well. */
final class OwnFiles {
  // An allowed folder may be a whole file server: nobody wants to wait for a walk through it.
  private static final int DEEPEST = 4;
  private static final int MOST_VISITED = 20_000;

  private final AllowedFolders folders;

  OwnFiles(AllowedFolders folders) {
    this.folders = folders;
  }

  List<String> listing() {
    List<String> lines = new ArrayList<>();
    lines.add("Relative names are in " + folderLine(folders.targets()));
    folders.all().stream()
        .skip(1)
        .forEach(folder -> lines.add("Allowed as well: " + folderLine(folder)));
    for (Path record : records()) {
      lines.add(fileLine(record));
    }
    return lines;
  }

  private static String folderLine(Path folder) {
    if (!Files.isDirectory(folder)) {
      return folder + ", which does not exist yet";
    }
    try {
      FileSystemStatus status = FileSystemStatus.of(folder);
      return String.format(
          Locale.ROOT,
          "%s: %s, %.1f GB free",
          folder,
          Mount.of(folder.toRealPath(), status.type()).text(),
          status.availableBytes() / 1e9);
    } catch (IOException e) {
      return folder + ", which cannot be examined: " + e.getMessage();
    }
  }

  private static String fileLine(Path recordFile) {
    String name = recordFile.toString();
    Path file = Path.of(name.substring(0, name.length() - LayoutRecord.SUFFIX.length()));
    LayoutRecord record = LayoutRecord.read(recordFile).orElseThrow();
    String uri =
        new TargetUri("file", file.toString(), Map.of("size", Sizes.format(record.sizeBytes())))
            .text();
    try {
      if (LayoutRecord.of(file, FileStatus.of(file)).isEmpty()) {
        return uri + ": was replaced by a file that Loadstone did not lay out";
      }
      return uri
          + ": "
          + LayoutRecord.word(record.layout())
          + (record.laid() ? " layout" : " layout, not finished; it is laid out anew when used")
          + (record.made() ? "" : ", was there before");
    } catch (NativeIoException _) {
      return uri + ": the file is gone; removing the target clears its record away";
    }
  }

  private Iterable<Path> records() {
    Set<Path> found = new TreeSet<>();
    for (Path folder : folders.all()) {
      try {
        Files.walkFileTree(
            folder, EnumSet.noneOf(FileVisitOption.class), DEEPEST, new Search(found));
      } catch (IOException _) {
        // The folder's own line says what is wrong with it.
      }
    }
    return found;
  }

  /** Collects records and is stopped by nothing but their number. */
  private static final class Search extends SimpleFileVisitor<Path> {
    private final Set<Path> found;
    private int visited;

    Search(Set<Path> found) {
      this.found = found;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (file.toString().endsWith(LayoutRecord.SUFFIX) && LayoutRecord.read(file).isPresent()) {
        found.add(file);
      }
      return ++visited < MOST_VISITED ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException cause) {
      return FileVisitResult.CONTINUE; // a folder that may not be entered holds none of ours
    }
  }
}
