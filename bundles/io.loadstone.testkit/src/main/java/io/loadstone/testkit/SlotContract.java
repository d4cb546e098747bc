package io.loadstone.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.data.SectorStamps;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import io.loadstone.testkit.Completions.Completion;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every engine must do about opening, its slots and their buffers. */
abstract class SlotContract extends EngineFixture {
  @Test
  void traitsAreAlwaysTheSameAndFitToBeShown() {
    assertThat(engine.traits()).isEqualTo(engine.traits()).isEqualTo(newEngine().traits());
    assertThat(engine.traits().name()).matches("[a-z][a-z0-9-]*");
    assertThat(engine.traits().description()).isNotBlank().doesNotContain("\n");
  }

  @Test
  void takesItsOwnKindOfTarget() throws Exception {
    assertThat(engine.refuses(target("t", SIZE_BYTES).traits())).isEmpty();
  }

  @Test
  void aQueueNeedsATarget() {
    assertThatThrownBy(() -> open(1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTargetThatItRefusesIsNeverOpened() {
    Target alien = new AlienTarget();
    assumeTrue(
        engine.refuses(alien.traits()).isPresent(), engine.traits().name() + " drives any target");
    assertThat(engine.refuses(alien.traits()).orElseThrow()).contains("alien:");
    assertThatThrownBy(() -> open(1, alien)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSynchronousEngineHasOneSlot() throws Exception {
    assumeTrue(!engine.traits().asynchronous(), engine.traits().name() + " is asynchronous");
    Target target = target("t", SIZE_BYTES);
    assertThatThrownBy(() -> open(2, target)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aMissingFileIsAnErrorAndIsNotMade() throws Exception {
    needsRealIo();
    Target target = target("t", SIZE_BYTES);
    needsAFile(target);
    Path path = dir.resolve("t");
    Files.delete(path);
    assertThatThrownBy(() -> open(1, target))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining("ENOENT (2)");
    assertThat(path).doesNotExist();
  }

  // Queues are opened anew for each step of a run, and a file may be renamed over the target.
  @Test
  void aFileThatTookThePlaceOfTheTargetIsNotOpened() throws Exception {
    needsRealIo();
    Target target = target("t", SIZE_BYTES);
    needsAFile(target);
    assertThatThrownBy(() -> open(1, new ReplacedFile((PlainFile) target)))
        .isInstanceOf(IOException.class)
        .hasMessage(dir.resolve("t").toRealPath() + " was replaced by another file");
  }

  @Test
  void aSymbolicLinkThatTookThePlaceOfTheFileIsNotFollowed() throws Exception {
    needsRealIo();
    Target target = target("t", SIZE_BYTES);
    needsAFile(target);
    Path path = dir.resolve("t");
    Files.delete(path);
    Files.createSymbolicLink(path, dir);
    assertThatThrownBy(() -> open(1, target))
        .hasMessageStartingWith("open on ")
        .hasMessageContaining(path.toString())
        .hasMessageContaining("failed: ELOOP (40)");
  }

  @Test
  void hasTheDepthThatWasAskedFor() throws Exception {
    for (int depth : engine.traits().asynchronous() ? new int[] {1, 3, 32, 100} : new int[] {1}) {
      try (IoQueue queue = open(depth, target("t", SIZE_BYTES))) {
        assertThat(queue.depth()).isEqualTo(depth);
      }
    }
  }

  @Test
  void buffersAreAlignedApartAndAlwaysTheSame() throws Exception {
    QueueOptions options = new QueueOptions(someDepth(), 12_345, 8192);
    try (IoQueue queue = engine.open(List.of(target("t", SIZE_BYTES)), options)) {
      List<MemorySegment> buffers = new ArrayList<>();
      for (int slot = 0; slot < queue.depth(); slot++) {
        MemorySegment buffer = queue.buffer(slot);
        assertThat(queue.buffer(slot)).isSameAs(buffer);
        assertThat(buffer.byteSize()).isEqualTo(12_345);
        assertThat(buffer.address() % 8192).isZero();
        assertThat(buffers).allMatch(other -> other.asOverlappingSlice(buffer).isEmpty());
        buffers.add(buffer);
      }
    }
  }

  @Test
  void refusesAnOfferForASlotThatIsNotFree() throws Exception {
    try (IoQueue queue = open(someDepth(), target("t", SIZE_BYTES))) {
      assertThat(queue.offer(0, 0, IoKind.WRITE, 0, BLOCK_BYTES)).isTrue();
      assertThat(queue.offer(0, 0, IoKind.WRITE, BLOCK_BYTES, BLOCK_BYTES)).isFalse();
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(0, BLOCK_BYTES));
      assertThat(queue.offer(0, 0, IoKind.WRITE, BLOCK_BYTES, BLOCK_BYTES)).isTrue();
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
    }
  }

  @Test
  void refusesALengthThatReachesBeyondTheBuffer() throws Exception {
    QueueOptions options = new QueueOptions(someDepth(), 1024, 512);
    try (IoQueue queue = engine.open(List.of(target("t", SIZE_BYTES)), options)) {
      for (int lengthBytes : new int[] {1025, Integer.MAX_VALUE, -1}) {
        assertThatThrownBy(() -> queue.offer(0, 0, IoKind.READ, 0, lengthBytes))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(Integer.toString(lengthBytes))
            .hasMessageContaining("1024");
      }
      // The slot is as free as before.
      assertThat(queue.offer(0, 0, IoKind.READ, 0, 1024)).isTrue();
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(0, 1024));
    }
  }

  @Test
  void everySlotCanBeInFlightAtOnce() throws Exception {
    int depth = engine.traits().asynchronous() ? 64 : 1;
    try (IoQueue queue = open(depth, target("t", SIZE_BYTES))) {
      for (int slot = 0; slot < depth; slot++) {
        assertThat(queue.offer(slot, 0, IoKind.READ, slot * 512L, 512)).isTrue();
      }
      assertThat(queue.submitAndWait(depth, LONG_ENOUGH_NS, done)).isEqualTo(depth);
      assertThat(done.all().stream().map(Completion::slot).distinct()).hasSize(depth);
      assertThat(done.all()).allMatch(completion -> completion.result() == 512);
    }
  }

  @Test
  void anOfferReachesTheDeviceOnlyWhenSubmitted() throws Exception {
    needsRealIo();
    try (IoQueue queue = open(1, target("t", SIZE_BYTES))) {
      SectorStamps.stamp(queue.buffer(0), 0, BLOCK_BYTES, 1);
      queue.offer(0, 0, IoKind.WRITE, 0, BLOCK_BYTES);
      assertThat(Files.readAllBytes(dir.resolve("t"))).containsOnly(0);
      queue.submitAndWait(1, LONG_ENOUGH_NS, done);
      assertThat(Files.readAllBytes(dir.resolve("t"))).isNotEqualTo(new byte[SIZE_BYTES]);
    }
  }
}
