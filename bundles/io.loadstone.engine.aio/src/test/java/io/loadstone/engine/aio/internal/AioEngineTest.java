package io.loadstone.engine.aio.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.testkit.IoEngineContract;

class AioEngineTest extends IoEngineContract {
  @Override
  protected IoEngine newEngine() {
    return new AioEngine();
  }
}
