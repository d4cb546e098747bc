package io.loadstone.target.file.internal;

import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where targets may live, as {@code io.loadstone.targets.cfg} says. */
final class AllowedFolders {
  private static final String FILE = "io.loadstone.targets.cfg";

  private final Path targets;
  private final List<Path> folders;

  private AllowedFolders(Path targets, List<Path> folders) {
    this.targets = targets;
    this.folders = folders;
  }

  /**
   * Reads the configuration.
   *
   * @param targetsFolder folder of relative names, always allowed
   * @param allowed more folders; an element may hold several, parted by commas
   * @throws IllegalArgumentException if one is no absolute path
   */
  static AllowedFolders of(String targetsFolder, String @Nullable [] allowed) {
    Path targets = absolute("targetsFolder", targetsFolder.strip());
    Set<Path> folders = new LinkedHashSet<>();
    folders.add(targets);
    for (String element : allowed == null ? new String[0] : allowed) {
      for (String one : element.split(",", -1)) {
        if (!one.isBlank()) {
          folders.add(absolute("allowedFolders", one.strip()));
        }
      }
    }
    return new AllowedFolders(targets, List.copyOf(folders));
  }

  /** Folder of relative names; need not exist. */
  Path targets() {
    return targets;
  }

  /** Every allowed folder, the one of relative names first. */
  List<Path> all() {
    return folders;
  }

  /** Whether a real path is one of the allowed folders itself, there or not. */
  boolean contain(Path real) {
    return folders.stream().anyMatch(folder -> real.equals(existing(folder)));
  }

  /** The path that a URI means, absolute, links and {@code ..} not yet resolved. */
  Path named(String path) throws TargetRefusedException {
    if (path.isBlank()) {
      throw new TargetRefusedException(
          Kind.PLAN,
          "A file target needs a path, such as file:t.dat?size=1GiB (in "
              + targets
              + ") or file:"
              + targets.resolve("t.dat")
              + "?size=1GiB");
    }
    if (path.startsWith("//") && !path.startsWith("///")) {
      throw new TargetRefusedException(
          Kind.PLAN,
          "file:"
              + path
              + " names a host; a file target is on this machine: file:/folder/name?size=1GiB");
    }
    if (path.startsWith("~")) {
      throw new TargetRefusedException(
          Kind.PLAN,
          "file:" + path + " begins with ~, which is not expanded; write the whole path");
    }
    try {
      return targets.resolve(path);
    } catch (InvalidPathException e) {
      throw new TargetRefusedException(Kind.PLAN, "file:" + path + " is no path: " + e.getReason());
    }
  }

  /**
   * The real path of what a path leads to, or would lead to if it were made.
   *
   * @throws TargetRefusedException if that lies in no allowed folder, or cannot be told
   */
  Path real(Path path) throws TargetRefusedException {
    Path real = realOrRefuse(path);
    if (folders.stream().noneMatch(folder -> real.startsWith(existing(folder)))) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          path
              + (real.equals(path) ? "" : " is really " + real + ", which")
              + " is in none of the allowed folders ("
              + folders.stream().map(Path::toString).collect(Collectors.joining(", "))
              + "); take a file there, or add its folder to allowedFolders in "
              + FILE
              + " of the config folder that `loadstone status` names");
    }
    return real;
  }

  private static Path realOrRefuse(Path path) throws TargetRefusedException {
    Path existing = path;
    List<Path> missing = new ArrayList<>();
    while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
      Path name = existing.getFileName();
      Path parent = existing.getParent();
      if (name == null || parent == null || name.toString().equals("..")) {
        throw new TargetRefusedException(
            Kind.PLAN, path + " leads through a folder that does not exist; write it without ..");
      }
      missing.addFirst(name);
      existing = parent;
    }
    try {
      Path real = existing.toRealPath();
      for (Path name : missing) {
        real = real.resolve(name);
      }
      return real.normalize();
    } catch (IOException _) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          existing
              + " is a symbolic link that leads to nothing, or a folder that the user of the agent"
              + " may not enter; nothing is ever made through such a link");
    }
  }

  /** An allowed folder may itself be reached through a link, or not exist yet. */
  private static Path existing(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException _) { // not there: only what would be made in it can match
      return folder;
    }
  }

  private static Path absolute(String key, String value) {
    Path path = Path.of(value);
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException(
          FILE
              + ": "
              + key
              + " has \""
              + value
              + "\"; every folder must be an absolute path, such as ${loadstone.data}/targets");
    }
    return path.normalize();
  }
}
