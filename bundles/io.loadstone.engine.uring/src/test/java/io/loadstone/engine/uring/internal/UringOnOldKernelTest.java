package io.loadstone.engine.uring.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.testkit.IoEngineContract;
import java.util.Map;
import java.util.Optional;

/** The same contract with nothing of what kernels after 5.11 can do. */
class UringOnOldKernelTest extends IoEngineContract {
  @Override
  protected IoEngine newEngine() {
    Optional<String> unavailable = RingSupport.probe().unavailable();
    return new UringEngine(new RingSupport(unavailable, 0, false, Map::of));
  }
}
