package io.loadstone.nbd.internal;

import io.loadstone.api.data.StoredContent;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Exports of NBD servers as targets, under one scheme, and their guards. */
final class NbdTargetProvider implements TargetProvider {
  private final String scheme;
  private final Supplier<AllowedServers> servers;

  NbdTargetProvider(String scheme, Supplier<AllowedServers> servers) {
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
    return servers.get().all().isEmpty()
        ? List.of("no server is allowed: see allowedServers in io.loadstone.targets.cfg")
        : servers.get().all().stream().map(entry -> entry + " is allowed").toList();
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
    servers.get().check(name);
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
    String shortName = target.name().shortName();
    if (use.destroy().contains(shortName)) {
      return;
    }
    StoredContent content = ExportContent.of(target);
    if (content.signature().isPresent()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          uri
              + " holds "
              + content.signature().get()
              + ", which writing would destroy; if nobody needs it, say destroy: [ \""
              + shortName
              + "\" ] in the plan");
    }
    if (content.foreign() && !use.overwrite()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          uri
              + " holds data that Loadstone did not write; if nobody needs it, say overwrite: true"
              + " in the plan");
    }
  }
}
