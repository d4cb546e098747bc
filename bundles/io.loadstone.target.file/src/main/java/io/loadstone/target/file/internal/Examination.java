package io.loadstone.target.file.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.FileSystemStatus;
import io.loadstone.linux.NativeIoException;
import io.loadstone.target.file.internal.Finding.Owner;
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
  private final List<String> effects = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private Examination(AllowedFolders folders, TargetUri uri, TargetUse use) {
    this.folders = folders;
    this.uri = uri;
    this.use = use;
  }

  static Finding of(AllowedFolders folders, TargetUri uri, TargetUse use)
      throws TargetRefusedException {
    return new Examination(folders, uri, use).examine();
  }

  private Finding examine() throws TargetRefusedException {
    OptionalLong wantedBytes = NamedFile.wantedBytes(uri);
    Path path = NamedFile.real(folders, uri);
    Path anchor = NamedFile.nearestExisting(path);
    try {
      FileSystemStatus fileSystem = FileSystemStatus.of(anchor);
      Mount mount = Mount.of(anchor, fileSystem.type());
      Optional<FileStatus> status =
          anchor.equals(path) ? Optional.of(FileStatus.of(path)) : Optional.empty();
      Optional<LayoutRecord> record = status.flatMap(s -> LayoutRecord.of(path, s));
      Owner owner = ownerOf(status, record);
      if (use.writes() && fileSystem.readOnly()) {
        throw new TargetRefusedException(
            Kind.IMPOSSIBLE_NOW,
            FileProblem.sentence("Writing", path, Errno.EROFS.number(), mount));
      }
      if (status.isPresent()) {
        judgeExisting(path, owner, status.get(), mount);
      } else {
        judgeMissing(path, anchor, mount);
      }
      long sizeBytes = sizeBytes(path, owner, status, wantedBytes);
      judgeLayout(path, owner, status, record, sizeBytes);
      Optional<TargetPreview.Space> space = judgeSpace(path, status, sizeBytes, fileSystem, mount);
      DirectAbility direct = direct(path, anchor, status, mount);
      warnAboutEnd(sizeBytes, direct.alignmentBytes());
      return new Finding(
          path,
          owner,
          status,
          record,
          sizeBytes,
          mount,
          direct.able(),
          direct.alignmentBytes(),
          List.copyOf(effects),
          List.copyOf(warnings),
          space);
    } catch (NativeIoException e) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW, path + " cannot be examined: " + e.getMessage());
    }
  }

  private static Owner ownerOf(Optional<FileStatus> status, Optional<LayoutRecord> record) {
    if (status.isEmpty()) {
      return Owner.NOBODY;
    }
    if (record.isPresent()) {
      return Owner.LOADSTONE;
    }
    return status.get().sizeBytes() == 0 ? Owner.EMPTY : Owner.FOREIGN;
  }

  private long sizeBytes(
      Path path, Owner owner, Optional<FileStatus> status, OptionalLong wantedBytes)
      throws TargetRefusedException {
    long hasBytes = status.map(FileStatus::sizeBytes).orElse(0L);
    if (wantedBytes.isEmpty()) {
      if (hasBytes == 0) {
        String fact = path + (status.isEmpty() ? " does not exist" : " is empty");
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
        use.lays() && (owner == Owner.NOBODY || owner == Owner.EMPTY || isMadeHere(path, status));
    if (status.isPresent() && hasBytes != wanted && !mayBeLaid) {
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

  private static boolean isMadeHere(Path path, Optional<FileStatus> status) {
    return status.flatMap(s -> LayoutRecord.of(path, s)).filter(LayoutRecord::made).isPresent();
  }

  private void judgeExisting(Path path, Owner owner, FileStatus status, Mount mount)
      throws TargetRefusedException {
    if (use.writes()) {
      refuseLongName(path);
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
      if (owner == Owner.FOREIGN && !use.overwrite()) {
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
          Kind.IMPOSSIBLE_NOW, FileProblem.sentence(doing, path, fd, mount));
    }
    FileCalls.close(fd);
  }

  private void judgeMissing(Path path, Path anchor, Mount mount) throws TargetRefusedException {
    if (!use.lays()) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          path
              + " does not exist, and the plan does not prepare it; add a prepare phase, or name a"
              + " file that exists");
    }
    refuseLongName(path);
    Path folder = path.getParent();
    boolean ours = path.startsWith(folders.targets());
    if (!anchor.equals(folder) && !ours) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          folder + " does not exist; create it (mkdir -p " + folder + ") or take another folder");
    }
    int errno = DirectAbility.errnoOfMaking(anchor);
    if (errno != 0) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW, FileProblem.sentence("Making a file in", anchor, errno, mount));
    }
  }

  private static void refuseLongName(Path path) throws TargetRefusedException {
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

  private void judgeLayout(
      Path path,
      Owner owner,
      Optional<FileStatus> status,
      Optional<LayoutRecord> record,
      long sizeBytes) {
    String size = Sizes.format(sizeBytes);
    String layout = Finding.word(use.layout());
    switch (owner) {
      case NOBODY -> effects.add(path + " is made with " + size + ", layout " + layout);
      case EMPTY ->
          effects.add(
              path
                  + (use.lays()
                      ? ", which is empty, gets " + size + ", layout " + layout
                      : " is written"));
      case FOREIGN -> judgeForeign(path, status.orElseThrow());
      case LOADSTONE -> judgeOwn(path, status.orElseThrow(), record.orElseThrow(), sizeBytes);
    }
    if (use.lays() && use.layout() != Layout.WRITTEN && owner != Owner.LOADSTONE) {
      warnings.add(
          path
              + ": with layout "
              + layout
              + ", reads of what was never written do not reach a device; layout: written is as"
              + " devices behave");
    }
  }

  private void judgeForeign(Path path, FileStatus status) {
    effects.add(
        use.writes()
            ? path
                + " holds "
                + status.sizeBytes()
                + " bytes that Loadstone did not write; they are OVERWRITTEN, as overwrite: true"
                + " says."
            : path + " is only read");
    if (status.allocatedBytes() < status.sizeBytes()) {
      warnings.add(holes(path, status));
    }
  }

  private void judgeOwn(Path path, FileStatus status, LayoutRecord record, long sizeBytes) {
    Optional<String> why = Finding.whyLayAnew(record, status, sizeBytes, use.layout());
    if (use.lays() && why.isPresent()) {
      effects.add(
          path
              + " of Loadstone's own is laid out anew as "
              + Finding.word(use.layout())
              + ": "
              + why.get());
      return;
    }
    effects.add(
        path + " of Loadstone's own is " + (use.writes() ? "used and written." : "only read"));
    if (!use.lays() && !record.laid()) {
      warnings.add(
          path
              + ": its layout was not finished; let the plan prepare it, or its figures are of"
              + " memory in part");
    } else if (status.allocatedBytes() < status.sizeBytes()) {
      warnings.add(holes(path, status));
    }
  }

  private static String holes(Path path, FileStatus status) {
    return path
        + " has holes: only "
        + status.allocatedBytes()
        + " of its "
        + status.sizeBytes()
        + " bytes have space, and reads of the rest do not reach a device";
  }

  private Optional<TargetPreview.Space> judgeSpace(
      Path path,
      Optional<FileStatus> status,
      long sizeBytes,
      FileSystemStatus fileSystem,
      Mount mount)
      throws TargetRefusedException, NativeIoException {
    long needed = sizeBytes - status.map(FileStatus::allocatedBytes).orElse(0L);
    long free = isRoot() ? fileSystem.freeBytes() : fileSystem.availableBytes();
    if (!use.writes() || needed <= 0) {
      return Optional.empty();
    }
    Optional<TargetPreview.Space> space =
        Optional.of(new TargetPreview.Space(mount.text(), needed, free));
    if (needed <= free) {
      return space;
    }
    String fact =
        path + " needs " + needed + " more bytes, and " + mount.text() + " has " + free + " free";
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

  private DirectAbility direct(Path path, Path anchor, Optional<FileStatus> status, Mount mount)
      throws NativeIoException, TargetRefusedException {
    if (use.direct() == DirectMode.OFF) {
      return new DirectAbility(false, 1, true);
    }
    DirectAbility ability =
        status.isPresent()
            ? DirectAbility.ofFile(path, mount)
            : DirectAbility.inFolder(anchor, mount);
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
