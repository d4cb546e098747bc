package io.loadstone.nfs.internal;

import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.linux.FileCalls;
import io.loadstone.servers.ServerAccess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Files of NFS servers as targets, and their guards. */
@Component(service = TargetProvider.class, property = "loadstone.target=nfs")
public final class NfsTargetProvider implements TargetProvider {
  private final ServerAccess servers;

  /** Reaches nobody. */
  @Activate
  public NfsTargetProvider(@Reference ServerAccess servers) {
    this.servers = servers;
  }

  @Override
  public String scheme() {
    return NfsUri.SCHEME;
  }

  @Override
  public String description() {
    return "NFS without mounting, a file of a server: nfs://server:2049/export/t.dat?size=4GiB;"
        + " size is needed only for a file that is to be made; version=3, nconnect=4 (of each loop),"
        + " uid=1000, gid=1000 and timeout=30s may follow. Only allowedServers are reached."
        + Libnfs.unavailable().map(why -> " It can't be used here: " + why + ".").orElse("");
  }

  @Override
  public List<String> listing() {
    return servers.listing();
  }

  @Override
  public FoundTarget find(TargetUri uri, TargetUse use) throws TargetRefusedException {
    NfsUri name = allowed(uri);
    try {
      Optional<NfsTarget> there = look(name, use);
      NfsTarget target = there.isPresent() ? there.get() : missing(name, use);
      return new FoundTarget(
          target.traits(), List.of(effect(name, use, there.isPresent())), List.of());
    } catch (IOException e) {
      throw new TargetRefusedException(Kind.IMPOSSIBLE_NOW, String.valueOf(e.getMessage()));
    }
  }

  private static String effect(NfsUri name, TargetUse use, boolean there) {
    String file = name.folder() + name.file() + " of " + name.server();
    if (!there) {
      return file + " is made";
    }
    return use.writes()
        ? "what is in " + file + " is overwritten"
        : "nothing is written to " + file;
  }

  // Holds nothing that would have to be given back: queues make connections of their own.
  @Override
  public NfsTarget open(TargetUri uri, TargetUse use) throws TargetRefusedException, IOException {
    NfsUri name = allowed(uri);
    Optional<NfsTarget> there = look(name, use);
    if (there.isPresent()) {
      return there.get();
    }
    NfsTarget wanted = missing(name, use);
    try (OpenFile file =
        OpenFile.open(name, name.file(), FileCalls.O_RDWR | FileCalls.O_CREAT | FileCalls.O_EXCL)) {
      OpenFile.Status status = file.status();
      new FileRecord(status.inode(), wanted.sizeBytes(), use.layout(), false, true).write(name);
      // Of this run it stays what was found: a name without a file.
      return new NfsTarget(name, wanted.traits(), status.inode(), true, true);
    }
  }

  @Override
  public boolean remove(TargetUri uri) throws TargetRefusedException, IOException {
    NfsUri name = allowed(uri);
    Optional<OpenFile> found = OpenFile.find(name, name.file(), FileCalls.O_RDONLY);
    if (found.isEmpty()) {
      return false;
    }
    try (OpenFile file = found.get()) {
      if (!FileRecord.of(name, file.status().inode()).map(FileRecord::made).orElse(false)) {
        throw new TargetRefusedException(
            Kind.SAFETY, uri + " was not made by Loadstone; remove it by hand if it is not needed");
      }
      file.unlink();
    }
    FileRecord.remove(name);
    return true;
  }

  private NfsUri allowed(TargetUri uri) throws TargetRefusedException {
    NfsUri name = NfsUri.of(uri);
    servers.check(uri, name.server());
    Optional<String> unavailable = Libnfs.unavailable();
    if (unavailable.isPresent()) {
      throw new TargetRefusedException(Kind.IMPOSSIBLE_NOW, uri + ": " + unavailable.get());
    }
    return name;
  }

  /** Looks at a file and guards it, without changing anything; empty if there is none. */
  static Optional<NfsTarget> look(NfsUri name, TargetUse use)
      throws TargetRefusedException, IOException {
    Optional<OpenFile> found =
        OpenFile.find(name, name.file(), use.writes() ? FileCalls.O_RDWR : FileCalls.O_RDONLY);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (OpenFile file = found.get()) {
      OpenFile.Status status = file.status();
      Optional<FileRecord> record = FileRecord.of(name, status.inode());
      guard(name, use, status, record);
      long sizeBytes = name.sizeBytes().orElse(status.sizeBytes());
      return Optional.of(
          new NfsTarget(
              name,
              traits(name, status, sizeBytes),
              status.inode(),
              use.writes(),
              record.map(FileRecord::made).orElse(false)));
    }
  }

  private static void guard(
      NfsUri name, TargetUse use, OpenFile.Status status, Optional<FileRecord> record)
      throws TargetRefusedException {
    if (!status.regular()) {
      throw new TargetRefusedException(Kind.PLAN, name.uri() + " is no regular file; name one");
    }
    if (use.writes() && record.isEmpty() && !use.overwrite()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          name.uri()
              + " was not made by Loadstone; if nobody needs what is in it, say overwrite: true in"
              + " the plan");
    }
    if (use.lays() && use.layout() == Layout.ALLOCATED && record.isEmpty()) {
      refuseAllocated(name);
    }
    judgeSize(name, use, status.sizeBytes(), record.map(FileRecord::made).orElse(false));
  }

  private static void judgeSize(NfsUri name, TargetUse use, long hasBytes, boolean made)
      throws TargetRefusedException {
    long wanted = name.sizeBytes().orElse(hasBytes);
    if (wanted == 0) {
      throw new TargetRefusedException(
          Kind.PLAN, name.uri() + " is empty; say how large it is to be, as in ?size=4GiB");
    }
    boolean mayBeLaid = use.lays() && (made || hasBytes == 0);
    if (wanted != hasBytes && !mayBeLaid) {
      throw new TargetRefusedException(
          Kind.PLAN,
          name.uri()
              + " has "
              + hasBytes
              + " bytes, and not "
              + wanted
              + "; "
              + (made
                  ? "leave size away, or let the plan prepare the target"
                  : "Loadstone did not make this file and does not change its length: leave size"
                      + " away"));
    }
  }

  private static void refuseAllocated(NfsUri name) throws TargetRefusedException {
    throw new TargetRefusedException(
        Kind.PLAN,
        name.uri() + ": NFS up to 4.0 cannot reserve space; say layout: written or sparse");
  }

  private static NfsTarget missing(NfsUri name, TargetUse use) throws TargetRefusedException {
    if (!use.lays()) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW, name.uri() + " is not there, and the plan does not make it");
    }
    if (use.layout() == Layout.ALLOCATED) {
      refuseAllocated(name);
    }
    long sizeBytes =
        name.sizeBytes()
            .orElseThrow(
                () ->
                    new TargetRefusedException(
                        Kind.PLAN,
                        name.uri() + " is not there; say how large it is to be, as in ?size=4GiB"));
    try {
      String identity =
          NfsUri.SCHEME + ":" + name.server().identity() + name.folder() + name.file();
      TargetTraits traits = new TargetTraits(name.uri(), identity, sizeBytes, 1, PageCache.NONE);
      return new NfsTarget(name, traits, Session.ANY_FILE, true, true);
    } catch (IOException e) {
      throw new TargetRefusedException(Kind.IMPOSSIBLE_NOW, String.valueOf(e.getMessage()));
    }
  }

  // Two names of one file have one number.
  private static TargetTraits traits(NfsUri name, OpenFile.Status status, long sizeBytes)
      throws IOException {
    String identity =
        NfsUri.SCHEME
            + ":"
            + name.server().identity()
            + "#"
            + status.device()
            + ":"
            + status.inode();
    return new TargetTraits(name.uri(), identity, sizeBytes, 1, PageCache.NONE);
  }
}
