package io.loadstone.core.internal.account;

import io.loadstone.api.result.DeviceFigures;

/** Device figures of intervals added up; unknown as soon as one of them is. */
final class DeviceSum {
  private boolean known = true;
  private long reads;
  private long readBytes;
  private long writes;
  private long writeBytes;
  private double queueNs;
  private double busyPercentNs;
  private long lengthNs;

  void add(DeviceFigures figures, long overNs) {
    known &= figures.known();
    reads += figures.readOperations();
    readBytes += figures.readBytes();
    writes += figures.writeOperations();
    writeBytes += figures.writeBytes();
    queueNs += figures.queueLength() * overNs;
    busyPercentNs += figures.utilisationPercent() * overNs;
    lengthNs += overNs;
  }

  DeviceFigures figures() {
    return known && lengthNs > 0
        ? new DeviceFigures(
            reads, readBytes, writes, writeBytes, queueNs / lengthNs, busyPercentNs / lengthNs)
        : DeviceFigures.UNKNOWN;
  }
}
