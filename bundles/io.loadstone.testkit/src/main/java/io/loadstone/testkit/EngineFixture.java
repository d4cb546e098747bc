package io.loadstone.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine that a contract is held against, and targets for it. */
@Timeout(120)
abstract class EngineFixture {
  static final int BLOCK_BYTES = 4096;
  static final int SIZE_BYTES = 1 << 20;
  static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();

  /** A folder for this test's files. */
  @TempDir protected Path dir;

  final Completions done = new Completions();
  IoEngine engine;

  /** A new engine. */
  protected abstract IoEngine newEngine();

  /** A writable target of a size, all zeroes. */
  protected Target target(String name, long sizeBytes) throws IOException {
    return PlainFile.make(dir.resolve(name), sizeBytes);
  }

  /** The same target, not to be written. */
  protected Target readOnly(Target target) {
    return ((PlainFile) target).readOnly();
  }

  /** A target whose reads stay in flight until they are released. */
  protected Stalling stalling() throws Exception {
    NamedPipe pipe = new NamedPipe(dir.resolve("pipe"));
    return new Stalling() {
      @Override
      public Target target() {
        return pipe.target();
      }

      @Override
      public int releaseOne() throws IOException {
        pipe.write(new byte[100]);
        return 100;
      }
    };
  }

  /** See {@link #stalling}. */
  protected interface Stalling {
    /** The target. */
    Target target();

    /** Lets the only read of 512 bytes complete; returns what it moves. */
    int releaseOne() throws IOException;
  }

  /** What sizes, offsets and lengths of its targets must be multiples of, at most 512. */
  protected int unitBytes() {
    return 1;
  }

  /** Whether its targets are files that keep what is written; a simulated device keeps nothing. */
  protected boolean keepsData() {
    return newEngine().traits().measuresTargets();
  }

  @BeforeEach
  void needsAnAvailableEngine() {
    engine = newEngine();
    assumeTrue(
        engine.unavailable().isEmpty(),
        () -> engine.traits().name() + " is not available: " + engine.unavailable().orElseThrow());
  }

  void needsRealIo() {
    assumeTrue(keepsData(), engine.traits().name() + " moves no data");
  }

  static void needsAFile(Target target) {
    assumeTrue(target instanceof PlainFile, target.uri() + " is no file");
  }

  void needsAsynchronousIo() {
    needsRealIo();
    assumeTrue(
        engine.traits().asynchronous(),
        engine.traits().name() + " is synchronous: it never leaves an operation in flight");
  }

  static QueueOptions options(int depth) {
    return new QueueOptions(depth, 64 * 1024, BLOCK_BYTES);
  }

  int someDepth() {
    return engine.traits().asynchronous() ? 8 : 1;
  }

  IoQueue open(int depth, Target... targets) throws IOException {
    return engine.open(List.of(targets), options(depth));
  }

  /** Why the hot path can't but allocate on these targets; empty, the rule, if it does not. */
  protected Optional<String> allocates() {
    return Optional.empty();
  }

  int resultOf(IoQueue queue, IoKind kind, long offsetBytes, int lengthBytes) throws IOException {
    done.clear();
    assertThat(queue.offer(0, 0, kind, offsetBytes, lengthBytes)).isTrue();
    assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
    assertThat(done.only().slot()).isZero();
    return done.only().result();
  }
}
