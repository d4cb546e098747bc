package io.loadstone.sim.internal.model;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.quantity.Sizes;

/**
 * A disk array: a controller with limits, a write cache, read-ahead, and spindles under a RAID
 * level.
 */
public final class ArrayModel implements Model {
  private final ArraySpec spec;
  private final SpindleGroup spindles;
  private final Streams streams = new Streams();
  private final ReadAhead readAhead;
  private long controllerFreeNs;

  /** A new array with an empty cache. */
  public ArrayModel(ArraySpec spec) {
    this.spec = spec;
    spindles = new SpindleGroup(spec);
    readAhead = new ReadAhead(spec.readAheadBytes(), spec.sizeBytes(), spindles::read);
  }

  @Override
  public String description() {
    return "an array of "
        + spec.spindles()
        + " spindles, RAID "
        + spec.raid().text()
        + ", "
        + (spec.cacheBytes() == 0
            ? "no write cache"
            : "write cache of " + Sizes.format(spec.cacheBytes()));
  }

  @Override
  public long completionNs(long arrivalNs, IoKind kind, long offsetBytes, int lengthBytes) {
    if (kind == IoKind.FLUSH) {
      // The cache has a battery: what it holds is safe.
      return arrivalNs + spec.latencyNs();
    }
    int stream = streams.touch(offsetBytes, lengthBytes, kind == IoKind.WRITE);
    long passedNs = passController(arrivalNs, lengthBytes);
    long doneNs =
        kind == IoKind.WRITE
            ? write(arrivalNs, stream, offsetBytes, lengthBytes)
            : read(arrivalNs, stream, offsetBytes, lengthBytes);
    return Math.max(passedNs, doneNs) + spec.latencyNs();
  }

  private long passController(long arrivalNs, int lengthBytes) {
    double costNs = 1e9 * Math.max(1 / spec.maxIops(), lengthBytes / spec.maxBytesPerSecond());
    controllerFreeNs = Math.max(arrivalNs, controllerFreeNs) + Math.round(costNs);
    return controllerFreeNs;
  }

  private long read(long arrivalNs, int stream, long offsetBytes, int lengthBytes) {
    if (streams.justBegan(stream)) {
      readAhead.forget(stream);
    }
    return spec.readAheadBytes() > 0 && streams.isSequential(stream)
        ? readAhead.readyNs(
            stream, streams.passedBytes(stream), arrivalNs, offsetBytes, lengthBytes)
        : spindles.read(arrivalNs, offsetBytes, lengthBytes);
  }

  private long write(long arrivalNs, int stream, long offsetBytes, int lengthBytes) {
    if (spec.cacheBytes() < lengthBytes) {
      return spindles.write(arrivalNs, offsetBytes, lengthBytes);
    }
    double mostWaiting = spec.cacheBytes() - lengthBytes;
    long roomNs =
        spindles.waitingBytes() > mostWaiting
            ? spindles.destage(arrivalNs, mostWaiting)
            : arrivalNs;
    if (streams.writtenBytes(stream) >= spindles.rowBytes()) {
      spindles.postponePartOfRun(offsetBytes, lengthBytes);
    } else {
      spindles.postpone(offsetBytes, lengthBytes);
    }
    return roomNs;
  }
}
