package io.loadstone.itests.bench;

/** Where the I/O of a cell goes. */
enum Place {
  TMPFS("file on tmpfs, buffered"),
  DISK("file on the root disk, O_DIRECT"),
  SERVER("nbdkit in memory, one connection, Unix socket"),
  NOTHING("noop / null");

  final String title;

  Place(String title) {
    this.title = title;
  }
}
