package io.loadstone.sim.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.target.Target;
import io.loadstone.testkit.IoEngineContract;
import java.io.IOException;

/**
 * The contract on an array, whose cache is full all the time; all of it so fast as parameters go.
 */
class SimArrayEngineTest extends IoEngineContract {
  @Override
  protected IoEngine newEngine() {
    return new SimEngine();
  }

  @Override
  protected Target target(String name, long sizeBytes) throws IOException {
    return SimEngineTest.open(
        "sim:array?cache=64KiB&raid=6&rpm=1000000&seek=0s&trackSeek=0s&latency=0s&iops=100000000"
            + "&bandwidth=1TB/s&transfer=1TB/s&size="
            + sizeBytes);
  }

  @Override
  protected boolean keepsData() {
    return false;
  }
}
