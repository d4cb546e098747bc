package io.loadstone.nbd.internal;

import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import java.io.IOException;

/** Open targets without guards, for servers that tests started. */
final class Targets {
  private static final long LONG_ENOUGH_NS = 30_000_000_000L;

  private Targets() {}

  static NbdTarget open(TargetUri uri) throws IOException {
    try {
      NbdUri name = NbdUri.of(uri);
      return new NbdTarget(name, "test:" + uri, Session.look(name, LONG_ENOUGH_NS));
    } catch (TargetRefusedException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
