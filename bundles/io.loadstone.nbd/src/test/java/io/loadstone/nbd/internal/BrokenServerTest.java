package io.loadstone.nbd.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.nbd.internal.ScriptedServer.Request;
import io.loadstone.nbd.internal.ScriptedServer.Script;
import io.loadstone.testkit.Completions;
import io.loadstone.testkit.Completions.Completion;
import java.io.DataOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that answer in pieces, with errors, with nonsense, late, or never again. */
@Timeout(60)
class BrokenServerTest {
  private static final long LONG_ENOUGH_NS = Duration.ofSeconds(30).toNanos();
  private static final int WRITABLE = 1 | 1 << 2; // has flags, takes flushes
  // asm-generic/errno.h
  private static final int EIO = -5;
  private static final int ENOSPC = -28;
  private static final int EPROTO = -71;
  private static final int ECONNRESET = -104;
  private static final int ETIMEDOUT = -110;

  private final Completions done = new Completions();

  private static IoQueue queue(NbdTarget target, int depth) throws Exception {
    return new NbdEngine().open(List.of(target), new QueueOptions(depth, 65_536, 4096));
  }

  private static Script answering(Script one) {
    return (in, out) -> {
      while (true) {
        one.play(in, out);
        out.flush();
      }
    };
  }

  // ---- answers as the protocol allows them

  @Test
  void aReadInChunksAndHolesIsPutTogetherInWhateverOrderItComes() throws Exception {
    Script script =
        answering(
            (in, out) -> {
              Request r = Request.read(in);
              byte[] tail = new byte[1024];
              tail[1023] = 9;
              long half = r.offset() + 1024;
              byte[] data = ScriptedServer.bytes(half, tail);
              // Byte by byte over the head, as a slow network may.
              for (byte b : ScriptedServer.bytes(0x668e33ef, (short) 0, (short) 1, r.cookie())) {
                out.write(b);
                out.flush();
              }
              out.writeInt(data.length);
              out.write(data);
              ScriptedServer.chunk(out, 0, 2, r.cookie(), ScriptedServer.bytes(r.offset(), 1024));
              ScriptedServer.chunk(out, 1, 0, r.cookie(), new byte[0]);
            });
    try (ScriptedServer server = new ScriptedServer(1 << 20, WRITABLE, script);
        IoQueue queue = queue(Targets.open(server.uri()), 1)) {
      queue.buffer(0).fill((byte) 7);
      queue.offer(0, 0, IoKind.READ, 8192, 2048);
      queue.submitAndWait(1, LONG_ENOUGH_NS, done);
      assertThat(done.only()).isEqualTo(new Completion(0, 2048));
      assertThat(queue.buffer(0).asSlice(0, 2047).mismatch(zeroes(2047))).isEqualTo(-1);
      assertThat(queue.buffer(0).get(ValueLayout.JAVA_BYTE, 2047)).isEqualTo((byte) 9);
      assertThat(queue.buffer(0).get(ValueLayout.JAVA_BYTE, 2048)).isEqualTo((byte) 7);
    }
  }

  private static MemorySegment zeroes(int bytes) {
    return MemorySegment.ofArray(new byte[bytes]);
  }

  @Test
  void anErrorIsTheOneThatTheServerNamesAndOnlyOfItsOperation() throws Exception {
    Script script =
        answering(
            (in, out) -> {
              Request r = Request.read(in);
              switch ((int) (r.offset() / 4096)) {
                case 0 -> // an error with a text
                    ScriptedServer.chunk(
                        out,
                        1,
                        0x8001,
                        r.cookie(),
                        ScriptedServer.bytes(5, (short) 2, new byte[] {'n', 'o'}));
                case 1 -> ScriptedServer.simple(out, 28, r.cookie());
                case 2 -> { // some data, and then an error at an offset
                  byte[] data = ScriptedServer.bytes(r.offset(), new byte[512]);
                  ScriptedServer.chunk(out, 0, 1, r.cookie(), data);
                  ScriptedServer.chunk(
                      out,
                      1,
                      0x8002,
                      r.cookie(),
                      ScriptedServer.bytes(5, (short) 0, r.offset() + 512));
                }
                default -> {
                  byte[] data = ScriptedServer.bytes(r.offset(), new byte[r.length()]);
                  ScriptedServer.chunk(out, 1, 1, r.cookie(), data);
                }
              }
            });
    try (ScriptedServer server = new ScriptedServer(1 << 20, WRITABLE, script);
        IoQueue queue = queue(Targets.open(server.uri()), 4)) {
      for (int slot = 0; slot < 4; slot++) {
        IoKind kind = slot == 1 ? IoKind.WRITE : IoKind.READ;
        queue.offer(slot, 0, kind, slot * 4096L, 4096);
      }
      queue.submitAndWait(4, LONG_ENOUGH_NS, done);
      assertThat(done.all())
          .containsExactlyInAnyOrder(
              new Completion(0, EIO),
              new Completion(1, ENOSPC),
              new Completion(2, EIO),
              new Completion(3, 4096));
    }
  }

  // ---- answers as it does not

  static Stream<Arguments> nonsense() {
    return Stream.of(
        Arguments.of("magic", nonsense((r, out) -> out.write(new byte[64]))),
        Arguments.of("cookie", nonsense((r, out) -> ScriptedServer.simple(out, 0, r.cookie() + 1))),
        Arguments.of(
            "slot out of range", nonsense((r, out) -> ScriptedServer.simple(out, 0, 32_767))),
        Arguments.of(
            "twice",
            nonsense(
                (r, out) -> {
                  ScriptedServer.simple(out, 5, r.cookie());
                  ScriptedServer.simple(out, 5, r.cookie());
                })),
        Arguments.of(
            "huge length",
            nonsense((r, out) -> ScriptedServer.chunkHead(out, 1, 1, r.cookie(), -1))),
        Arguments.of(
            "huge error",
            nonsense((r, out) -> ScriptedServer.chunkHead(out, 1, 0x8001, r.cookie(), 1 << 30))),
        Arguments.of(
            "too much data",
            nonsense(
                (r, out) ->
                    ScriptedServer.chunk(
                        out, 1, 1, r.cookie(), ScriptedServer.bytes(r.offset(), new byte[5000])))),
        Arguments.of(
            "data before the operation",
            nonsense(
                (r, out) ->
                    ScriptedServer.chunk(
                        out,
                        1,
                        1,
                        r.cookie(),
                        ScriptedServer.bytes(r.offset() - 512, new byte[512])))),
        Arguments.of(
            "the same data twice",
            nonsense(
                (r, out) -> {
                  byte[] data = ScriptedServer.bytes(r.offset(), new byte[4096]);
                  ScriptedServer.chunk(out, 0, 1, r.cookie(), data);
                  ScriptedServer.chunk(out, 1, 1, r.cookie(), data);
                })),
        Arguments.of(
            "a hole beyond the end",
            nonsense(
                (r, out) ->
                    ScriptedServer.chunk(
                        out, 1, 2, r.cookie(), ScriptedServer.bytes(r.offset(), 8192)))),
        Arguments.of(
            "too little data",
            nonsense(
                (r, out) ->
                    ScriptedServer.chunk(
                        out, 1, 1, r.cookie(), ScriptedServer.bytes(r.offset(), new byte[512])))),
        Arguments.of(
            "an unknown chunk",
            nonsense((r, out) -> ScriptedServer.chunk(out, 1, 77, r.cookie(), new byte[8]))));
  }

  private interface Answer {
    void to(Request request, DataOutputStream out) throws Exception;
  }

  private static Script nonsense(Answer answer) {
    return (in, out) -> {
      answer.to(Request.read(in), out);
      out.flush();
      in.readAllBytes();
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nonsense")
  void nonsenseEndsTheQueueWithAReasonAndTouchesNoOtherBuffer(String name, Script script)
      throws Exception {
    try (ScriptedServer server = new ScriptedServer(1 << 20, WRITABLE, script)) {
      NbdTarget target = Targets.open(server.uri());
      try (IoQueue queue = queue(target, 3)) {
        queue.buffer(1).fill((byte) 7);
        queue.offer(0, 0, IoKind.READ, 4096, 4096);
        // The answer may be taken before it turns out to be one too many.
        assertThatThrownBy(
                () -> {
                  while (queue.submitAndWait(1, LONG_ENOUGH_NS, done) >= 0) {
                    queue.offer(2, 0, IoKind.READ, 0, 512);
                  }
                })
            .hasMessageContaining("broke the protocol")
            .hasMessageContaining(target.name().server().toString());
        assertThat(done.all())
            .isNotEmpty()
            .allMatch(c -> c.result() == EPROTO || (name.equals("twice") && c.result() == EIO));
        assertThat(target.lost().orElseThrow()).contains("broke the protocol");
        for (int at = 0; at < 65_536; at++) {
          assertThat(queue.buffer(1).get(ValueLayout.JAVA_BYTE, at)).isEqualTo((byte) 7);
        }
      }
    }
  }

  // ---- connections that go

  @Test
  void aLostConnectionFailsWhatIsInFlightAndComesBack() throws Exception {
    AtomicInteger number = new AtomicInteger();
    Script script =
        (in, out) -> {
          boolean first = number.getAndIncrement() == 0;
          while (true) {
            Request r = Request.read(in);
            if (first) {
              return;
            }
            ScriptedServer.simple(out, 0, r.cookie());
          }
        };
    try (ScriptedServer server = new ScriptedServer(1 << 20, WRITABLE, script)) {
      NbdTarget target = Targets.open(server.uri());
      try (IoQueue queue = queue(target, 2)) {
        queue.offer(0, 0, IoKind.WRITE, 0, 4096);
        queue.submitAndWait(1, LONG_ENOUGH_NS, done);
        assertThat(done.only()).isEqualTo(new Completion(0, ECONNRESET));
        done.clear();
        queue.offer(1, 0, IoKind.WRITE, 0, 4096);
        queue.submitAndWait(1, LONG_ENOUGH_NS, done);
        assertThat(done.only()).isEqualTo(new Completion(1, 4096));
        assertThat(target.takeNotes())
            .hasSize(2)
            .satisfies(
                notes -> {
                  assertThat(notes.getFirst()).contains("lost", "ECONNRESET (104)");
                  assertThat(notes.getLast()).contains("back after");
                });
        assertThat(target.lost()).isEmpty();
      }
    }
  }

  @Test
  void aServerThatStaysAwayEndsTheQueueWhenItsTimeIsOver() throws Exception {
    ScriptedServer server =
        new ScriptedServer(
            1 << 20,
            WRITABLE,
            (in, out) -> {
              Request.read(in);
            });
    NbdTarget target = Targets.open(server.uri("timeout=1s"));
    try (IoQueue queue = queue(target, 1)) {
      server.closeListener();
      queue.offer(0, 0, IoKind.READ, 0, 512);
      queue.submitAndWait(1, LONG_ENOUGH_NS, done);
      assertThat(done.only()).isEqualTo(new Completion(0, ECONNRESET));
      queue.offer(0, 0, IoKind.READ, 0, 512);
      assertThatThrownBy(() -> queue.submitAndWait(1, LONG_ENOUGH_NS, done))
          .hasMessageContaining("did not come back")
          .hasMessageContaining("ECONNREFUSED (111)")
          .hasMessageContaining(target.uri().toString());
    } finally {
      server.close();
    }
  }

  @Test
  void aSilentServerEndsTheQueueWhenItsTimeIsOver() throws Exception {
    try (ScriptedServer server = ScriptedServer.stalling(1 << 20)) {
      NbdTarget target = Targets.open(server.uri("timeout=1s"));
      try (IoQueue queue = queue(target, 2)) {
        queue.offer(0, 0, IoKind.READ, 0, 512);
        queue.offer(1, 0, IoKind.READ, 512, 512);
        queue.submitAndWait(2, LONG_ENOUGH_NS, done);
        assertThat(done.all())
            .containsExactlyInAnyOrder(new Completion(0, ETIMEDOUT), new Completion(1, ETIMEDOUT));
        assertThatThrownBy(() -> queue.submitAndWait(0, 0, done))
            .hasMessageContaining("has not answered for 1 s")
            .hasMessageContaining("ETIMEDOUT (110)");
        assertThat(target.lost()).isPresent();
      }
    }
  }

  @Test
  void anExportThatBecameAnotherIsNotDriven() throws Exception {
    try (Nbdkit small = Nbdkit.onPort("memory", "1M")) {
      NbdTarget before = small.target();
      Export larger = new Export(2 << 20, before.export().flags(), 1, 1 << 20, true, "");
      NbdTarget target = new NbdTarget(before.name(), "test", larger);
      assertThatThrownBy(() -> queue(target, 1))
          .hasMessageContaining("serves something else now: 1048576 bytes");
    }
  }
}
