package io.loadstone.target.file.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.FileSystemStatus;
import io.loadstone.linux.NativeIoException;
import io.loadstone.target.file.internal.FileState.Owner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Judges one file for one use, changing nothing. A preview tells its finding; an open target acts
 * on it, so that both always agree.
 */
final class Examination {
  private final AllowedFolders folders;
  private final TargetUri uri;
  private final TargetUse use;
  private final OptionalLong wantedBytes;
  private final FileState state;
  private final Path path;
  private final List<String> effects = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private Examination(
      AllowedFolders folders,
      TargetUri uri,
      TargetUse use,
      OptionalLong wantedBytes,
      FileState state) {
    this.folders = folders;
    this.uri = uri;
    this.use = use;
    this.wantedBytes = wantedBytes;
    this.state = state;
    this.path = state.path();
  }

  static Finding of(AllowedFolders folders, TargetUri uri, TargetUse use)
      throws TargetRefusedException {
    OptionalLong wantedBytes = NamedFile.wantedBytes(uri);
    Path path = NamedFile.real(folders, uri);
    try {
      return new Examination(folders, uri, use, wantedBytes, FileState.of(path)).examine();
    } catch (NativeIoException e) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW, path + " cannot be examined: " + e.getMessage());
    }
  }

  private Finding examine() throws TargetRefusedException, NativeIoException {
    if (use.writes() && state.fileSystem().readOnly()) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          FileProblem.sentence("Writing", path, Errno.EROFS.number(), state.mount()));
    }
    if (state.status().isPresent()) {
      judgeExisting(state.status().get());
    } else {
      judgeMissing();
    }
    long sizeBytes = sizeBytes();
    new Effects(state, use, effects, warnings).tell(sizeBytes);
    Optional<FoundTarget.Space> space = judgeSpace(sizeBytes);
    DirectAbility direct = direct();
    warnAboutEnd(sizeBytes, direct.alignmentBytes());
    TargetTraits traits =
        new TargetTraits(
                uri,
                state.identity(),
                sizeBytes,
                direct.alignmentBytes(),
                PageCache.of(direct.able()))
            .at(path, use.writes());
    return new Finding(state, new FoundTarget(traits, effects, warnings, space));
  }

  private long sizeBytes() throws TargetRefusedException {
    boolean exists = state.status().isPresent();
    Owner owner = state.owner();
    long hasBytes = state.sizeBytes();
    if (wantedBytes.isEmpty()) {
      if (hasBytes == 0) {
        String fact = path + (exists ? " is empty" : " does not exist");
        throw new TargetRefusedException(
            use.lays() ? Kind.PLAN : Kind.IMPOSSIBLE_NOW,
            use.lays()
                ? fact + "; say how large it is to be: " + uri.text() + "?size=1GiB"
                : fact + ", so there is nothing to read or write in it");
      }
      return hasBytes;
    }
    long wanted = wantedBytes.getAsLong();
    boolean mayBeLaid =
        use.lays() && (owner == Owner.NOBODY || owner == Owner.EMPTY || state.madeHere());
    if (exists && hasBytes != wanted && !mayBeLaid) {
      throw new TargetRefusedException(
          Kind.PLAN,
          path
              + " has "
              + hasBytes
              + " bytes, and the plan says size="
              + wanted
              + "; "
              + (owner == Owner.LOADSTONE
                  ? "take that size, leave size away, or let the plan prepare the target."
                  : "Loadstone did not make this file and does not change its length: take that"
                      + " size, or leave size away"));
    }
    return wanted;
  }

  private void judgeExisting(FileStatus status) throws TargetRefusedException {
    if (use.writes()) {
      refuseLongName();
      if (status.linkCount() > 1) {
        throw new TargetRefusedException(
            Kind.SAFETY,
            path
                + " has "
                + status.linkCount()
                + " hard links, so writing to it would change the file under its other names as"
                + " well; take a file of its own");
      }
      ResultFiles.refuse(path);
      SystemUse.HERE.refuse(path, status);
      if (state.owner() == Owner.FOREIGN && !use.overwrite()) {
        throw new TargetRefusedException(
            Kind.SAFETY,
            path
                + " exists and was not laid out by Loadstone, so it is not written to; take another"
                + " name, say overwrite: true if its content may be lost, or, to only read it, give"
                + " the plan phases without prepare and without writes");
      }
    }
    int flags = use.writes() ? FileCalls.O_RDWR : FileCalls.O_RDONLY;
    int fd = FileCalls.open(path, flags | FileCalls.O_NOFOLLOW | FileCalls.O_NONBLOCK, 0);
    if (fd < 0) {
      String doing = use.writes() ? "Opening for writing" : "Opening for reading";
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW, FileProblem.sentence(doing, path, fd, state.mount()));
    }
    FileCalls.close(fd);
  }

  private void judgeMissing() throws TargetRefusedException {
    if (!use.lays()) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          path
              + " does not exist, and the plan does not prepare it; add a prepare phase, or name a"
              + " file that exists");
    }
    refuseLongName();
    Path folder = path.getParent();
    boolean ours = path.startsWith(folders.targets());
    if (!state.anchor().equals(folder) && !ours) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          folder + " does not exist; create it (mkdir -p " + folder + ") or take another folder");
    }
    int errno = DirectAbility.errnoOfMaking(state.anchor());
    if (errno != 0) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          FileProblem.sentence("Making a file in", state.anchor(), errno, state.mount()));
    }
  }

  private void refuseLongName() throws TargetRefusedException {
    int bytes = String.valueOf(path.getFileName()).getBytes(StandardCharsets.UTF_8).length;
    if (bytes > LayoutRecord.LONGEST_NAME_BYTES) {
      throw new TargetRefusedException(
          Kind.PLAN,
          path
              + ": the name is "
              + bytes
              + " bytes long; at most "
              + LayoutRecord.LONGEST_NAME_BYTES
              + " are allowed, so that the record of its layout fits beside it");
    }
  }

  private Optional<FoundTarget.Space> judgeSpace(long sizeBytes)
      throws TargetRefusedException, NativeIoException {
    FileSystemStatus fileSystem = state.fileSystem();
    String storage = state.mount().text();
    long needed = sizeBytes - state.status().map(FileStatus::allocatedBytes).orElse(0L);
    long free = isRoot() ? fileSystem.freeBytes() : fileSystem.availableBytes();
    if (!use.writes() || needed <= 0) {
      return Optional.empty();
    }
    Optional<FoundTarget.Space> space = Optional.of(new FoundTarget.Space(storage, needed, free));
    if (needed <= free) {
      return space;
    }
    String fact =
        path + " needs " + needed + " more bytes, and " + storage + " has " + free + " free";
    if (use.lays() && use.layout() != Layout.SPARSE) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          fact + "; take a smaller size or another folder, or free some space");
    }
    warnings.add(fact + "; writes will fail with ENOSPC when it is full");
    return space;
  }

  private static boolean isRoot() throws NativeIoException {
    return FileStatus.of(Path.of("/proc/self")).uid() == 0;
  }

  private DirectAbility direct() throws NativeIoException, TargetRefusedException {
    if (use.direct() == DirectMode.OFF) {
      return new DirectAbility(false, 1, true);
    }
    Mount mount = state.mount();
    DirectAbility ability =
        state.status().isPresent()
            ? DirectAbility.ofFile(path, mount)
            : DirectAbility.inFolder(state.anchor(), mount);
    if (ability.able()) {
      if (!ability.known()) {
        warnings.add(
            path
                + ": whether "
                + mount.text()
                + " can do direct I/O shows only when the file is made");
      }
      return ability;
    }
    if (use.direct() == DirectMode.REQUIRED) {
      throw new TargetRefusedException(Kind.PLAN, notDirect(path, mount));
    }
    warnings.add(
        "BUFFERED: "
            + mount.text()
            + " cannot do direct I/O (O_DIRECT); the figures of "
            + path
            + " are those of the page cache");
    return ability;
  }

  private void warnAboutEnd(long sizeBytes, int alignmentBytes) {
    long rest = sizeBytes % alignmentBytes;
    if (rest != 0) {
      warnings.add(
          uri.text()
              + ": the size is no multiple of the alignment "
              + alignmentBytes
              + "; the last "
              + rest
              + " bytes are never read or written");
    }
  }

  /** The refusal of a place without direct I/O. */
  static String notDirect(Path path, Mount mount) {
    return path
        + " is on "
        + mount.text()
        + ", which cannot do direct I/O (O_DIRECT), and the plan says direct: required; take a file"
        + " system that can, such as ext4 or xfs, or direct: auto";
  }
}
