package io.loadstone.sim.internal.model;

import io.loadstone.api.engine.IoKind;
import java.util.SplittableRandom;

/**
 * Servers with one service-time law and one queue: first come, first served. With Poisson arrivals
 * it is the M/G/k queue of the books; without a limit of servers it is a pure delay.
 */
public final class LawModel implements Model {
  /** As many servers as operations: nothing ever waits. */
  public static final int UNLIMITED = 0;

  private final ServiceLaw law;
  private final SplittableRandom random;
  // When each server ends what it has; empty if there is always one more.
  private final long[] freeNs;

  /**
   * @param servers 1 or more, or {@link #UNLIMITED}
   * @param seed of the service times
   */
  public LawModel(ServiceLaw law, int servers, long seed) {
    this.law = law;
    this.random = new SplittableRandom(seed);
    this.freeNs = new long[servers];
  }

  // Service begins when the server is free in nominal time, whenever the caller comes to fetch what
  // is done: lateness of a caller never adds up.
  @Override
  public long completionNs(long arrivalNs, IoKind kind, long offsetBytes, int lengthBytes) {
    if (kind == IoKind.FLUSH) {
      return arrivalNs;
    }
    long serviceNs = law.nextNs(random);
    if (freeNs.length == UNLIMITED) {
      return arrivalNs + serviceNs;
    }
    int first = 0;
    for (int server = 1; server < freeNs.length; server++) {
      if (freeNs[server] < freeNs[first]) {
        first = server;
      }
    }
    freeNs[first] = Math.max(arrivalNs, freeNs[first]) + serviceNs;
    return freeNs[first];
  }

  @Override
  public String description() {
    return "a service-time law with "
        + (freeNs.length == UNLIMITED ? "unlimited" : freeNs.length)
        + (freeNs.length == 1 ? " server" : " servers");
  }
}
