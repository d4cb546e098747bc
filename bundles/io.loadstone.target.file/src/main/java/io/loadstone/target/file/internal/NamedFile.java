package io.loadstone.target.file.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.NativeIoException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a target URI names: a size, and the real path of a file that may be named at all. */
final class NamedFile {
  private static final List<String> PARAMETERS = List.of("size");
  private static final Path DEVICES = Path.of("/dev");
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private NamedFile() {}

  /** The size that a URI asks for; empty if it asks for none. */
  static OptionalLong wantedBytes(TargetUri uri) throws TargetRefusedException {
    for (String name : uri.parameters().keySet()) {
      if (!PARAMETERS.contains(name)) {
        throw new TargetRefusedException(
            Kind.PLAN,
            uri.text()
                + ": unknown parameter \""
                + name
                + "\""
                + KnownNames.nearest(name, PARAMETERS)
                    .map(near -> "; did you mean \"" + near + "\"?")
                    .orElse("; a file target knows only \"size\", as in ?size=4GiB"));
      }
    }
    Optional<String> size = uri.parameter("size");
    if (size.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      long bytes = Sizes.parseBytes(size.get());
      if (bytes == 0) {
        throw new InvalidValueException(size.get(), "1 byte or more, such as 4GiB");
      }
      return OptionalLong.of(bytes);
    } catch (InvalidValueException e) {
      throw new TargetRefusedException(Kind.PLAN, uri.text() + ": size: " + e.getMessage());
    }
  }

  /** The real path of a regular file, or of the place where one could be made. */
  static Path real(AllowedFolders folders, TargetUri uri) throws TargetRefusedException {
    refuseControlCharacters(uri);
    Path named = folders.named(uri.path());
    refuseDevices(named);
    Path path = folders.real(named);
    refuseDevices(path);
    Path name = path.getFileName();
    if (name == null || Files.isDirectory(path) || folders.contain(path) || isFolderName(uri)) {
      throw new TargetRefusedException(
          Kind.PLAN,
          path + " is a folder; name a file in it, such as file:" + path.resolve("t.dat"));
    }
    if (name.toString().endsWith(LayoutRecord.SUFFIX)
        || name.toString().endsWith(LayoutRecord.SUFFIX + ".new")) {
      throw new TargetRefusedException(
          Kind.SAFETY, path + " has the name of a record of Loadstone's own; take another name");
    }
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          path + " is no regular file but a pipe, a socket or the like; take a regular file");
    }
    return path;
  }

  // A folder that is missing, such as a mount point, is not replaced by a file of its name.
  private static boolean isFolderName(TargetUri uri) {
    return uri.path().endsWith("/") || uri.path().endsWith("/.");
  }

  // They would break the lines of the log and of everything else that is made of lines.
  private static void refuseControlCharacters(TargetUri uri) throws TargetRefusedException {
    if (uri.path().chars().anyMatch(Character::isISOControl)) {
      throw new TargetRefusedException(
          Kind.PLAN,
          "file:"
              + uri.path().replaceAll("\\p{Cntrl}", "?")
              + ": the name holds control characters, such as a line end, shown as ?; take a name"
              + " without");
    }
  }

  private static void refuseDevices(Path path) throws TargetRefusedException {
    if (!path.normalize().startsWith(DEVICES)
        || (path.normalize().startsWith(SHARED_MEMORY) && !Files.isSymbolicLink(path))) {
      return;
    }
    try {
      FileStatus status = FileStatus.of(path);
      if (status.isBlockDevice()) {
        throw new TargetRefusedException(
            Kind.SAFETY, path + " is a block device, not a file; name it as block:" + path);
      }
      if (!status.isRegularFile() && !status.isFolder()) {
        throw new TargetRefusedException(
            Kind.SAFETY, path + " is a device, not a file; take a regular file or a block device");
      }
    } catch (NativeIoException e) {
      if (e.errno() == Errno.ENOENT.number()) {
        throw new TargetRefusedException(
            Kind.SAFETY,
            path
                + " does not exist; a device that is missing is never replaced by a new file. Check"
                + " the name and the cabling");
      }
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW, path + " cannot be examined: " + e.getMessage());
    }
  }

  /** The path itself, or the nearest folder above it that exists. */
  static Path nearestExisting(Path path) throws TargetRefusedException {
    Path at = path;
    while (!Files.exists(at)) {
      Path parent = at.getParent();
      if (parent == null) {
        throw new TargetRefusedException(
            Kind.IMPOSSIBLE_NOW, path + " is in a folder that does not exist");
      }
      at = parent;
    }
    return at;
  }
}
