package io.loadstone.nfs.internal;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.linux.FileCalls;
import io.loadstone.servers.TargetNews;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * A file of one run. It holds no connection of its own: queues do, and tell it what happens to
 * them.
 */
final class NfsTarget implements Target {
  // Servers take requests of 1 MiB with their headers at most, so that one of 1 MiB of data is cut
  // off by some; what is longer goes in pieces.
  private static final long MOST_BYTES = 512 * 1024;

  private final NfsUri name;
  private final TargetTraits traits;
  private final long inode;
  private final boolean writable;
  private final boolean made;
  private final TargetNews news = new TargetNews();

  /**
   * Makes one.
   *
   * @param inode its number, or {@link Session#ANY_FILE} of one that is not there yet
   * @param writable whether the plan writes to it
   * @param made whether Loadstone made the file
   */
  NfsTarget(NfsUri name, TargetTraits traits, long inode, boolean writable, boolean made) {
    this.name = name;
    this.traits = traits;
    this.inode = inode;
    this.writable = writable;
    this.made = made;
  }

  NfsUri name() {
    return name;
  }

  boolean writable() {
    return writable;
  }

  /** Begins to connect to the server, and to open this file there and no other of its name. */
  Session connect(InetSocketAddress server) throws IOException {
    int flags = writable ? FileCalls.O_RDWR : FileCalls.O_RDONLY;
    return new Session(name, server, name.file(), flags, inode, OpenFile.NOBODY);
  }

  /** The most that one request moves. */
  long mostBytes(Session session) {
    return Math.clamp(Math.min(session.readMost(), session.writeMost()), 512, MOST_BYTES);
  }

  /** Where connections tell what happens to them. */
  TargetNews news() {
    return news;
  }

  @Override
  public TargetTraits traits() {
    return traits;
  }

  @Override
  public String description() {
    return "file "
        + name.folder()
        + name.file()
        + " of NFS server "
        + name.server()
        + ", version "
        + (name.version() == 3 ? "3" : "4.0")
        + ", connections of each loop: "
        + name.connections();
  }

  @Override
  public List<String> takeNotes() {
    return news.takeNotes();
  }

  @Override
  public Optional<String> lost() {
    return news.lost();
  }

  @Override
  public Fill lay(Layout layout) throws IOException {
    try (OpenFile file = OpenFile.open(name, name.file(), FileCalls.O_RDWR)) {
      OpenFile.Status now = file.status();
      if (now.inode() != inode) {
        throw new IOException(name.said(Session.REPLACED));
      }
      FileRecord record =
          FileRecord.of(name, now.inode())
              .orElse(new FileRecord(now.inode(), sizeBytes(), layout, false, made));
      if (record.serves(now.sizeBytes(), layout) && now.sizeBytes() == sizeBytes()) {
        return Fill.NOTHING;
      }
      if (layout == Layout.ALLOCATED) {
        throw new IOException(
            name.said(
                "cannot reserve space, as its protocol has no word for it; say layout: written"));
      }
      record.with(sizeBytes(), layout, false).write(name);
      if (now.sizeBytes() != sizeBytes()) {
        file.truncate(sizeBytes());
      }
      if (layout == Layout.WRITTEN) {
        return Fill.WHOLE;
      }
      record.with(sizeBytes(), layout, true).write(name);
      return Fill.NOTHING;
    }
  }

  @Override
  public void filled() throws IOException {
    try (OpenFile file = OpenFile.open(name, name.file(), FileCalls.O_RDWR)) {
      file.sync();
      FileRecord record =
          FileRecord.of(name, file.status().inode())
              .orElseThrow(() -> new IOException(name.said(Session.REPLACED)));
      record.with(sizeBytes(), Layout.WRITTEN, true).write(name);
    }
  }
}
