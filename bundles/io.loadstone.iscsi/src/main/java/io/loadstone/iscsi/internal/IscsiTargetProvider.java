package io.loadstone.iscsi.internal;

import io.loadstone.api.data.StoredContent;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.servers.ServerAccess;
import io.loadstone.servers.ServerContent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** LUNs of iSCSI servers as targets, and their guards. */
@Component(service = TargetProvider.class, property = "loadstone.target=iscsi")
public final class IscsiTargetProvider implements TargetProvider {
  private final ServerAccess servers;

  /** Reaches nobody. */
  @Activate
  public IscsiTargetProvider(@Reference ServerAccess servers) {
    this.servers = servers;
  }

  @Override
  public String scheme() {
    return IscsiUri.SCHEME;
  }

  @Override
  public String description() {
    return "iSCSI, a LUN of a server: iscsi://server:3260/iqn.2026-01.example:disks/1;"
        + " connections=4 (of each loop), timeout=30s, chap-file=/etc/loadstone/chap,"
        + " header-digest=crc32c and initiator=iqn.2026-01.example:lab may follow. Only"
        + " allowedServers are reached."
        + Libiscsi.unavailable().map(why -> " It can't be used here: " + why + ".").orElse("");
  }

  @Override
  public List<String> listing() {
    return servers.listing();
  }

  @Override
  public FoundTarget find(TargetUri uri, TargetUse use) throws TargetRefusedException {
    IscsiTarget target = open(uri, use);
    return new FoundTarget(
        target.traits(),
        List.of(
            use.writes()
                ? "what is in " + target.description() + " is overwritten"
                : "nothing is written to " + target.description()),
        List.of());
  }

  // Holds nothing that would have to be given back: queues make sessions of their own.
  @Override
  public IscsiTarget open(TargetUri uri, TargetUse use) throws TargetRefusedException {
    IscsiUri name = IscsiUri.of(uri);
    servers.check(uri, name.portal());
    Optional<String> unavailable = Libiscsi.unavailable();
    if (unavailable.isPresent()) {
      throw new TargetRefusedException(Kind.IMPOSSIBLE_NOW, uri + ": " + unavailable.get());
    }
    checkProtection(name);
    try {
      IscsiTarget target = look(name);
      guard(target, use);
      return target;
    } catch (IOException e) {
      throw new TargetRefusedException(Kind.IMPOSSIBLE_NOW, String.valueOf(e.getMessage()));
    }
  }

  private static void checkProtection(IscsiUri name) throws TargetRefusedException {
    if (name.dataDigest() && !Libiscsi.hasDataDigest()) {
      throw new TargetRefusedException(
          Kind.PLAN,
          name.uri()
              + ": this version of libiscsi has no data digest, only header-digest=crc32c; leave"
              + " data-digest out");
    }
    if (name.chapFile().isPresent()) {
      try {
        Chap.check(name.chapFile().get());
      } catch (IOException e) {
        throw new TargetRefusedException(Kind.PLAN, name.uri() + ": " + e.getMessage());
      }
    }
  }

  /** Asks what a LUN is like, without using it. */
  static IscsiTarget look(IscsiUri name) throws IOException {
    try (Login login = Login.complete(name, () -> Login.first(name, name.portal().address()))) {
      return new IscsiTarget(name, login.lun());
    }
  }

  private static void guard(IscsiTarget target, TargetUse use)
      throws TargetRefusedException, IOException {
    if (!use.writes()) {
      return;
    }
    if (target.lun().writeProtected()) {
      throw new TargetRefusedException(
          Kind.PLAN,
          target.uri()
              + " is read-only, and the plan writes; let the server export it writable, or only"
              + " read");
    }
    QueueOptions options = new QueueOptions(1, StoredContent.PIECE_BYTES, 4096);
    ServerContent.guard(
        target.traits(),
        target.name().shortName(),
        use,
        target.name().timeout(),
        () -> IscsiQueue.open(List.of(target), options));
  }
}
