package io.loadstone.itests.bench;

import java.util.List;

/** An engine of Loadstone and the one of fio that does the same. */
enum Engines {
  URING("uring", "io_uring", true),
  AIO("aio", "libaio", true),
  SYNC("sync", "psync", false),
  MMAP("mmap", "mmap", false),
  NIO("nio", "psync", false),
  NBD("nbd", "nbd", true),
  NOOP("noop", "null", true);

  /** Loadstone's. */
  final String ours;

  /** fio's. */
  final String fios;

  /** Whether one thread keeps many I/Os outstanding in fio's; else each has a thread. */
  final boolean fioIsAsynchronous;

  Engines(String ours, String fios, boolean fioIsAsynchronous) {
    this.ours = ours;
    this.fios = fios;
    this.fioIsAsynchronous = fioIsAsynchronous;
  }

  String title() {
    return ours + " / " + fios;
  }

  /** Those that can drive a place. A mapped file has no O_DIRECT. */
  static List<Engines> at(Place place) {
    return switch (place) {
      case TMPFS -> List.of(URING, AIO, SYNC, MMAP, NIO);
      case DISK -> List.of(URING, AIO, SYNC, NIO);
      case SERVER -> List.of(NBD);
      case NOTHING -> List.of(NOOP);
    };
  }
}
