package io.loadstone.nbd.internal;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.servers.TargetNews;
import java.util.List;
import java.util.Optional;

/**
 * An export of one run. It holds no connection of its own: queues do, and tell it what happens to
 * them.
 */
final class NbdTarget implements Target {
  private final NbdUri name;
  private final Export export;
  private final TargetTraits traits;
  private final TargetNews news = new TargetNews();

  NbdTarget(NbdUri name, String identity, Export export) {
    this.name = name;
    this.export = export;
    // No page cache of this machine is in between; what the server does is the server's.
    TargetTraits any =
        new TargetTraits(
            name.uri(), identity, export.sizeBytes(), export.leastBlockBytes(), PageCache.NONE);
    this.traits = export.takesSeveralConnections() ? any : any.withMostQueues(1);
  }

  NbdUri name() {
    return name;
  }

  Export export() {
    return export;
  }

  /** What its connections tell about it. */
  TargetNews news() {
    return news;
  }

  @Override
  public TargetTraits traits() {
    return traits;
  }

  @Override
  public String description() {
    return "NBD export \""
        + name.export()
        + "\" of "
        + name.server()
        + ", "
        + export.description()
        + ", connections of each loop: "
        + name.connections();
  }

  @Override
  public List<String> takeNotes() {
    return news.takeNotes();
  }

  @Override
  public Fill lay(Layout layout) {
    return layout == Layout.WRITTEN ? Fill.WHOLE : Fill.NOTHING;
  }

  @Override
  public Optional<String> lost() {
    return news.lost();
  }
}
