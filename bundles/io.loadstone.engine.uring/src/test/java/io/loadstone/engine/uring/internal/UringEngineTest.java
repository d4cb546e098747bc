package io.loadstone.engine.uring.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.testkit.IoEngineContract;

class UringEngineTest extends IoEngineContract {
  @Override
  protected IoEngine newEngine() {
    return new UringEngine();
  }
}
