package io.loadstone.engine.sync.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.testkit.IoEngineContract;
import io.loadstone.testkit.PlainFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyncEngineTest extends IoEngineContract {
  @Override
  protected IoEngine newEngine() {
    return new SyncEngine();
  }

  @Test
  void namesWhatIsAllowedWhenTheDepthIsNot() throws Exception {
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096);
    assertThatThrownBy(() -> newEngine().open(List.of(file), new QueueOptions(4, 512, 512)))
        .hasMessage("depth is 4; allowed: 1, as the engine is not asynchronous");
  }

  @Test
  void isThereOnEveryLinux() {
    assertThat(newEngine().unavailable()).isEmpty();
  }
}
