package io.loadstone.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.Completions.Completion;
import io.loadstone.testkit.PlainFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The queue on a server that does what the test says. */
class ServerQueueTest {
  private static final long LONG_ENOUGH_NS = TimeUnit.SECONDS.toNanos(30);
  private static final int ECONNRESET = -104;
  private static final int ETIMEDOUT = -110;
  private static final int EINVAL = -22;
  private static final int ENOSPC = -28;
  private static final long SIZE_BYTES = 1 << 20;

  private final Completions done = new Completions();
  private final ScriptedServer server = new ScriptedServer();
  private final PlainFile target = new PlainFile(Path.of("none"), SIZE_BYTES, true, false, 1);

  private ScriptedServer.LoopQueue queue(int depth) throws IOException {
    return server.open(List.of(target), new QueueOptions(depth, 4096, 4096));
  }

  @Test
  void aSlotThatIsTakenIsRefusedUntilItsOperationIsDelivered() throws Exception {
    try (ScriptedServer.LoopQueue queue = queue(2)) {
      assertThat(queue.offer(0, 0, IoKind.READ, 0, 4096)).isTrue();
      assertThat(queue.offer(1, 0, IoKind.READ, 0, 4096)).isTrue();
      assertThat(queue.offer(0, 0, IoKind.READ, 0, 4096)).isFalse();
      server.answers = true;
      assertThat(queue.submitAndWait(2, LONG_ENOUGH_NS, done)).isEqualTo(2);
      assertThat(done.all()).containsExactly(new Completion(0, 4096), new Completion(1, 4096));
      assertThat(queue.offer(0, 0, IoKind.READ, 0, 4096)).isTrue();
    }
  }

  @Test
  void whatEndsBeyondTheTargetIsShortAndWhatBeginsThereAsksNobody() throws Exception {
    server.answers = true;
    try (ScriptedServer.LoopQueue queue = queue(5)) {
      queue.offer(0, 0, IoKind.READ, SIZE_BYTES - 1024, 4096);
      queue.offer(1, 0, IoKind.READ, SIZE_BYTES, 4096);
      queue.offer(2, 0, IoKind.WRITE, SIZE_BYTES, 4096);
      queue.offer(3, 0, IoKind.WRITE, SIZE_BYTES + 1, 4096);
      queue.offer(4, 0, IoKind.READ, 1, 4096);
      queue.submitAndWait(5, LONG_ENOUGH_NS, done);
    }
    assertThat(done.all())
        .containsExactlyInAnyOrder(
            new Completion(0, 1024),
            new Completion(1, 0),
            new Completion(2, ENOSPC),
            new Completion(3, EINVAL),
            new Completion(4, EINVAL));
    assertThat(server.asked).isEqualTo(1);
  }

  @Test
  void withALostConnectionOnlyFailsWhatHadLeftAndTheRestGoesOnWhenItIsBack() throws Exception {
    try (ScriptedServer.LoopQueue queue = queue(2)) {
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      queue.submitAndWait(0, 0, done);
      server.loss = "closed the connection";
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(0, ECONNRESET));
      done.clear();

      queue.offer(1, 0, IoKind.READ, 0, 4096);
      server.answers = true;
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(1, 4096));
    }
    assertThat(server.news.takeNotes())
        .hasSize(2)
        .first()
        .isEqualTo("The session was lost: closed the connection");
    assertThat(server.news.lost()).isEmpty();
    assertThat(server.open).isZero();
  }

  @Test
  void anAttemptThatHangsEndsWithTheReasonOfTheOneBeforeIt() throws Exception {
    try (ScriptedServer.LoopQueue queue = queue(1)) {
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      server.loss = "closed the connection";
      server.refusals.add(new IOException("refuses the login"));
      server.hangs = true;
      queue.submitAndWait(1, LONG_ENOUGH_NS, done);
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      assertThatThrownBy(() -> queue.submitAndWait(1, LONG_ENOUGH_NS, done))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "The server was lost (closed the connection) and did not come back: it refuses the"
                  + " login");
    }
    assertThat(server.news.lost()).isPresent();
    assertThat(server.open).isZero();
  }

  @Test
  void noFurtherAttemptIsMadeAfterOneThatWasInVain() throws Exception {
    try (ScriptedServer.LoopQueue queue = queue(1)) {
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      server.loss = "closed the connection";
      server.refusals.add(new InVainException("has it no more"));
      queue.submitAndWait(1, LONG_ENOUGH_NS, done);
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      assertThatThrownBy(() -> queue.submitAndWait(1, LONG_ENOUGH_NS, done))
          .hasMessageEndingWith("it has it no more");
    }
    assertThat(server.attempts).isEqualTo(1);
  }

  @Test
  void aSilentServerFailsWhatItWasAskedAndThenTheQueue() throws Exception {
    try (ScriptedServer.LoopQueue queue = queue(1)) {
      queue.offer(0, 0, IoKind.READ, 0, 4096);
      assertThat(queue.submitAndWait(1, LONG_ENOUGH_NS, done)).isEqualTo(1);
      assertThat(done.only()).isEqualTo(new Completion(0, ETIMEDOUT));
      assertThatThrownBy(() -> queue.submitAndWait(1, LONG_ENOUGH_NS, done))
          .hasMessageContaining("has not answered for");
    }
    assertThat(server.open).isZero();
  }

  @Test
  void closingWaitsForWhatIsOutstandingThenTakesLeaveAndForgetsWhatHadNotLeft() throws Exception {
    ScriptedServer.LoopQueue queue = queue(2);
    queue.offer(0, 0, IoKind.READ, 0, 4096);
    queue.submitAndWait(0, 0, done);
    queue.offer(1, 0, IoKind.READ, 0, 4096);
    server.answersOnceClosing = true;
    queue.close();
    queue.close();
    assertThat(server.asked).isEqualTo(1);
    assertThat(server.outstandingAtLeave).isZero();
    assertThat(server.left).isEqualTo(1);
    assertThat(server.open).isZero();
    assertThat(done.all()).isEmpty();
  }

  @Test
  void closingLeavesAServerThatAnswersNothing() throws Exception {
    ScriptedServer.LoopQueue queue = queue(1);
    queue.offer(0, 0, IoKind.READ, 0, 4096);
    queue.submitAndWait(0, 0, done);
    queue.close();
    assertThat(server.left).isZero();
    assertThat(server.open).isZero();
    assertThat(done.all()).isEmpty();
  }

  @Test
  void nothingStaysOpenIfTheQueueCannotBeMade() {
    try (Arena arena = Arena.ofConfined()) {
      assertThatThrownBy(
              () ->
                  TargetConnections.<PlainFile, ScriptedServer.Connection, ServerQueue>open(
                      List.of(target),
                      t -> 3,
                      (t, number) ->
                          server.connection(
                              new ServerSlots(arena, new QueueOptions(1, 4096, 4096)), number),
                      opened -> {
                        assertThat(server.open).isEqualTo(3);
                        throw new IllegalStateException("no queue");
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("no queue");
    }
    assertThat(server.open).isZero();
  }
}
