package io.loadstone.nbd.internal;

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
import java.util.ArrayList;
import java.util.List;

/** Exports of NBD servers as targets, under one scheme, and their guards. */
final class NbdTargetProvider implements TargetProvider {
  private final String scheme;
  private final ServerAccess servers;

  NbdTargetProvider(String scheme, ServerAccess servers) {
    this.scheme = scheme;
    this.servers = servers;
  }

  @Override
  public String scheme() {
    return scheme;
  }

  @Override
  public String description() {
    String form =
        scheme.endsWith("+unix")
            ? "an export behind a Unix socket: " + scheme + ":///export?socket=/run/nbd.sock"
            : "an export of a server: " + scheme + "://server:10809/export";
    return "NBD, "
        + form
        + "; connections=4 (of each loop) and timeout=30s"
        + (scheme.startsWith("nbds") ? ", and for TLS tls-authorities=/etc/ca.pem" : "")
        + " may follow. Only allowedServers are reached.";
  }

  @Override
  public List<String> listing() {
    return servers.listing();
  }

  @Override
  public FoundTarget find(TargetUri uri, TargetUse use) throws TargetRefusedException {
    NbdTarget target = open(uri, use);
    return new FoundTarget(
        target.traits(),
        List.of(
            use.writes()
                ? "what is in " + target.description() + " is overwritten"
                : "nothing is written to " + target.description()),
        warnings(target, use));
  }

  private static List<String> warnings(NbdTarget target, TargetUse use) {
    List<String> warnings = new ArrayList<>();
    if (use.writes() && !target.export().flushes()) {
      warnings.add(
          target.uri()
              + " takes no flush: when its server made writes durable is not known, and no figure"
              + " says so.");
    }
    if (target.traits().mostQueues() == 1) {
      warnings.add(
          target.uri()
              + " takes one connection only (its server does not say that several see each other's"
              + " writes), so that one loop drives the load.");
    }
    return warnings;
  }

  // Holds nothing that would have to be given back: queues make connections of their own.
  @Override
  public NbdTarget open(TargetUri uri, TargetUse use) throws TargetRefusedException {
    NbdUri name = NbdUri.of(uri);
    servers.check(uri, name.server());
    try {
      Export export = Session.look(name, name.timeout().toNanos());
      NbdTarget target = new NbdTarget(name, identity(name), export);
      guard(target, use);
      return target;
    } catch (IOException e) {
      throw new TargetRefusedException(Kind.IMPOSSIBLE_NOW, String.valueOf(e.getMessage()));
    }
  }

  private static String identity(NbdUri name) throws IOException {
    return "nbd:" + name.server().identity() + "/" + name.export();
  }

  private static void guard(NbdTarget target, TargetUse use)
      throws TargetRefusedException, IOException {
    Export export = target.export();
    TargetUri uri = target.uri();
    if (export.sizeBytes() < export.leastBlockBytes()) {
      throw new TargetRefusedException(
          Kind.PLAN, uri + " has " + export.sizeBytes() + " bytes; there is nothing to drive");
    }
    if (target.name().connections() > 1 && !export.takesSeveralConnections()) {
      throw new TargetRefusedException(
          Kind.PLAN,
          uri
              + ": the server does not say that several connections see each other's writes"
              + " (NBD_FLAG_CAN_MULTI_CONN); leave connections out");
    }
    if (use.writes()) {
      guardContent(target, use);
    }
  }

  private static void guardContent(NbdTarget target, TargetUse use)
      throws TargetRefusedException, IOException {
    TargetUri uri = target.uri();
    if (target.export().readOnly()) {
      throw new TargetRefusedException(
          Kind.PLAN, uri + " is read-only, and the plan writes; export it writable, or only read");
    }
    QueueOptions oneSlot =
        new QueueOptions(1, StoredContent.PIECE_BYTES, StoredContent.PIECE_BYTES);
    ServerContent.guard(
        target.traits(),
        target.name().shortName(),
        use,
        target.name().timeout(),
        () -> NbdQueue.open(List.of(target), oneSlot));
  }
}
