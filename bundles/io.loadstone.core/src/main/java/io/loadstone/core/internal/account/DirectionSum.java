package io.loadstone.core.internal.account;

import io.loadstone.api.result.DirectionInterval;
import io.loadstone.api.result.IoFigures;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What was done in one direction, or in both, added up. */
final class DirectionSum {
  private static final double NS_PER_SECOND = 1e9;

  final LatencySum service = new LatencySum();
  final LatencySum response = new LatencySum();
  private long operations;
  private long bytes;
  private long errors;

  void add(@Nullable Counts counts) {
    if (counts != null) {
      operations += counts.operations();
      bytes += counts.bytes();
      errors += counts.errors();
      service.addService(counts);
      response.addResponse(counts);
    }
  }

  void add(DirectionInterval interval) {
    IoFigures figures = interval.figures();
    operations += figures.operations();
    bytes += figures.bytes();
    errors += figures.errors();
    service.add(figures.serviceTime(), interval.serviceHistogram());
    response.add(figures.responseTime(), interval.responseHistogram());
  }

  void add(DirectionSum other) {
    operations += other.operations;
    bytes += other.bytes;
    errors += other.errors;
    service.add(other.service);
    response.add(other.response);
  }

  void clear() {
    operations = 0;
    bytes = 0;
    errors = 0;
    service.clear();
    response.clear();
  }

  IoFigures figures(long lengthNs) {
    double seconds = lengthNs / NS_PER_SECOND;
    return new IoFigures(
        operations,
        bytes,
        errors,
        lengthNs <= 0 ? 0 : operations / seconds,
        lengthNs <= 0 ? 0 : bytes / seconds / 1e6,
        service.figures(),
        response.figures());
  }

  /** How much room {@link #interval} needs. */
  int largestEncodingBytes() {
    return service.largestEncodingBytes();
  }

  /**
   * What is published.
   *
   * @param scratch room for an encoding, used and free again
   */
  DirectionInterval interval(long lengthNs, ByteBuffer scratch) {
    return operations == 0 && errors == 0
        ? DirectionInterval.NONE
        : new DirectionInterval(
            figures(lengthNs), service.encode(scratch), response.encode(scratch));
  }
}
