package io.loadstone.iscsi.internal;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.servers.TargetNews;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A LUN of one run. It holds no session of its own: queues do, and tell it what happens to them.
 */
final class IscsiTarget implements Target {
  // Kinds of answers and so on that are told on the time line; a server may have no end of them.
  private static final int MOST_TOLD = 20;

  private final IscsiUri name;
  private final Lun lun;
  private final TargetTraits traits;
  private final TargetNews news = new TargetNews();
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  IscsiTarget(IscsiUri name, Lun lun) {
    this.name = name;
    this.lun = lun;
    // No page cache of this machine is in between; what the server does is the server's.
    traits =
        new TargetTraits(
            name.uri(), identity(name, lun), lun.sizeBytes(), lun.blockBytes(), PageCache.NONE);
  }

  // A LUN with a name of its own is the same as the disk that the kernel makes of it. Others are
  // known by their target, whose name is the same whichever of its portals leads to it.
  private static String identity(IscsiUri name, Lun lun) {
    return lun.worldWideName()
        .map(wwn -> "block:" + wwn)
        .orElse(IscsiUri.SCHEME + ":" + name.target() + "/" + name.lun());
  }

  IscsiUri name() {
    return name;
  }

  Lun lun() {
    return lun;
  }

  /** Where connections tell what happens to them. */
  TargetNews news() {
    return news;
  }

  /** Tells of an answer that was not good, once for each kind. From any thread. */
  void told(int status, int key, int code) {
    if (told.size() < MOST_TOLD) {
      tellOnce("answered " + ScsiErrors.words(status, key, code));
    }
  }

  /** Tells something about the LUN, which is the subject, once. From any thread. */
  void tellOnce(String what) {
    if (told.add(what)) {
      news.note("LUN " + name.lun() + " of " + name.portal() + " " + what);
    }
  }

  @Override
  public TargetTraits traits() {
    return traits;
  }

  @Override
  public String description() {
    return "LUN "
        + name.lun()
        + " of "
        + name.target()
        + " at "
        + name.portal()
        + ", "
        + lun.description()
        + (name.chapFile().isPresent() ? ", CHAP" : ", no CHAP")
        + (name.headerDigest() ? ", header digest" : "")
        + (name.dataDigest() ? ", data digest" : "")
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
