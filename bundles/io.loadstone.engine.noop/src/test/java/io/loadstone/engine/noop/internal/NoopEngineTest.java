package io.loadstone.engine.noop.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.testkit.IoEngineContract;

class NoopEngineTest extends IoEngineContract {
  @Override
  protected IoEngine newEngine() {
    return new NoopEngine();
  }
}
