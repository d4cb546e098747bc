package io.loadstone.itests.bench;

/** What the I/O of a cell looks like. */
enum Workload {
  RANDOM_READ_4K("random read 4 KiB", 4 << 10, 100, true),
  RANDOM_WRITE_4K("random write 4 KiB", 4 << 10, 0, true),
  SEQUENTIAL_READ_64K("sequential read 64 KiB", 64 << 10, 100, false),
  MIXED_8K("70/30 8 KiB", 8 << 10, 70, true);

  final String title;
  final int blockBytes;
  final int readPercent;
  final boolean random;

  Workload(String title, int blockBytes, int readPercent, boolean random) {
    this.title = title;
    this.blockBytes = blockBytes;
    this.readPercent = readPercent;
    this.random = random;
  }
}
