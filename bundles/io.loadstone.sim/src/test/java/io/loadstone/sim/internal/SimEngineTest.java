package io.loadstone.sim.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.testkit.IoEngineContract;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimEngineTest extends IoEngineContract {
  @Override
  protected IoEngine newEngine() {
    return new SimEngine();
  }

  @Override
  protected Target target(String name, long sizeBytes) throws IOException {
    return open("sim:law?service=constant(2us)&servers=inf&size=" + sizeBytes);
  }

  @Override
  protected boolean keepsData() {
    return false;
  }

  static SimTarget open(String uri) throws IOException {
    TargetUse use =
        new TargetUse(true, true, Layout.WRITTEN, DirectMode.REQUIRED, false, List.of());
    try {
      return (SimTarget) new SimTargetProvider().open(TargetUri.parse(uri), use);
    } catch (TargetRefusedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void isNoMeasureOfTheTool() {
    assertThat(newEngine().traits().measuresTargets()).isTrue();
  }
}
