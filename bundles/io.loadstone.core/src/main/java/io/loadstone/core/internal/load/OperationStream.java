package io.loadstone.core.internal.load;

import io.loadstone.api.engine.IoKind;

/**
 * The operations of one worker (of one lane of it, if several threads drive the worker), one after
 * another: {@link #next} sets the fields. The same pattern, seed and places give the same
 * operations.
 *
 * <p><b>Threads:</b> confined to one. <b>Allocation:</b> none.
 */
final class OperationStream {
  /** Of the operation that {@link #next} made. */
  int target;

  IoKind kind = IoKind.READ;
  long offsetBytes;
  int lengthBytes;

  /** Waited before this operation, which then begins a burst; 0 for none. */
  long delayNs;

  private final SharedPlaces places;
  private final RandomStream random;
  private final int worker;
  private final int streams;
  private AccessPattern pattern;
  private int line;
  private int burstLeft;
  private int nextTarget;
  private int nextStream;

  OperationStream(AccessPattern pattern, SharedPlaces places, long seed, int worker, int lane) {
    this.pattern = pattern;
    this.places = places;
    this.worker = worker;
    this.streams = pattern.specification.streams();
    this.random = new RandomStream(seed, worker, lane);
    this.nextTarget = (worker + lane) % pattern.targets;
    this.nextStream = lane % streams;
  }

  /** Goes on like this; with as many lines, targets and streams as before. */
  void follow(AccessPattern other) {
    pattern = other;
  }

  void next() {
    delayNs = 0;
    if (burstLeft == 0) {
      line = pattern.lines == 1 ? 0 : drawLine();
      burstLeft = pattern.burst[line];
      delayNs = pattern.delayNs[line];
    }
    burstLeft--;
    target = nextTarget;
    if (++nextTarget == pattern.targets) {
      nextTarget = 0;
    }
    lengthBytes = pattern.sizeBytes[line];
    kind = chance(pattern.readChance[line]) ? IoKind.READ : IoKind.WRITE;
    place();
  }

  private void place() {
    boolean jumps = chance(pattern.randomChance[line]);
    if (jumps && pattern.randomChance[line] >= 1) {
      offsetBytes = jump();
      return;
    }
    // With several targets a stream goes on in each of them before the next stream has its turn.
    int stream = nextStream;
    if (streams > 1 && nextTarget == 0 && ++nextStream == streams) {
      nextStream = 0;
    }
    if (jumps) {
      offsetBytes = jump();
      places.jump(pattern, worker, stream, line, target, offsetBytes);
    } else {
      offsetBytes = places.follow(pattern, worker, stream, line, target);
    }
  }

  private long jump() {
    if (pattern.fullCoverage) {
      return places.cover(target);
    }
    int at = line * pattern.targets + target;
    return pattern.fromBytes[at] + pattern.laws[at].draw(random) * pattern.alignBytes[line];
  }

  private boolean chance(double chance) {
    return chance >= 1 || (chance > 0 && random.unit() < chance);
  }

  private int drawLine() {
    double draw = random.unit();
    int i = 0;
    while (draw >= pattern.burstChanceUpTo[i]) {
      i++;
    }
    return i;
  }
}
