package io.loadstone.core.internal.account;

/**
 * Pauses of the whole JVM between readings: collections, and the rest. The rest is all safepoints,
 * from the wish to stop the threads on, less the collections, which the JVM counts in whole
 * milliseconds.
 */
final class Pauses {
  private static final long MS_NS = 1_000_000L;

  private boolean collectionsKnown = true;
  private boolean safepointsKnown = true;
  private long collectionMs;
  private long safepoints;
  private long safepointNs;

  void add(CpuMeter.Reading from, CpuMeter.Reading to) {
    collectionsKnown &= from.collectionMs() >= 0 && to.collectionMs() >= 0;
    safepointsKnown &= from.safepoints().count() >= 0 && to.safepoints().count() >= 0;
    collectionMs += to.collectionMs() - from.collectionMs();
    safepoints += to.safepoints().count() - from.safepoints().count();
    safepointNs += to.safepoints().ns() - from.safepoints().ns();
  }

  /** Of the collector; -1 if unknown. */
  long collectionNs() {
    return collectionsKnown ? collectionMs * MS_NS : -1;
  }

  /** How many for any reason; -1 if unknown. */
  long safepoints() {
    return safepointsKnown ? safepoints : -1;
  }

  /** Beyond collections; -1 if unknown. */
  long otherNs() {
    if (!safepointsKnown || !collectionsKnown) {
      return -1;
    }
    return Math.max(0, safepointNs - collectionMs * MS_NS);
  }
}
