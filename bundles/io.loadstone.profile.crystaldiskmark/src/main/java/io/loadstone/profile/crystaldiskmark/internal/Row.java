package io.loadstone.profile.crystaldiskmark.internal;

import io.loadstone.api.plan.AccessSpecification;

/**
 * One row of the report.
 *
 * @param sizeBytes length of each operation
 * @param random random over the whole target; else sequential
 * @param queues I/Os that each thread keeps outstanding (Q)
 * @param threads workers (T)
 */
record Row(int sizeBytes, boolean random, int queues, int threads) {
  private static final int KIB = 1024;

  static Row sequential(int kib, int queues, int threads) {
    return new Row(kib * KIB, false, queues, threads);
  }

  static Row random(int kib, int queues, int threads) {
    return new Row(kib * KIB, true, queues, threads);
  }

  /** The row in one direction; the name is as the tool's buttons have it, such as SEQ1M Q8T1. */
  AccessSpecification workload(String direction, double readPercent) {
    String size =
        sizeBytes % (KIB * KIB) == 0 ? sizeBytes / KIB / KIB + "M" : sizeBytes / KIB + "K";
    String name = (random ? "RND" : "SEQ") + size + " Q" + queues + "T" + threads + " " + direction;
    return AccessSpecification.of(name, sizeBytes, readPercent, random ? 100 : 0);
  }
}
