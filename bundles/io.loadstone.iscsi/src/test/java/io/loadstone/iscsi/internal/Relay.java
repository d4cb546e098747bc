package io.loadstone.iscsi.internal;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a client and a real server, hands on what they say (RFC 7143, without digests),
 * and can hold reads back, delay everything, and put other answers in the place of the server's.
 */
final class Relay implements AutoCloseable {
  private static final int HEADER_BYTES = 48;
  private static final int COMMAND = 0x01;
  private static final int NOP_IN = 0x20;
  private static final int RESPONSE = 0x21;
  private static final int DATA_IN = 0x25;
  private static final int READY_TO_TRANSFER = 0x31;
  private static final byte READ_16 = (byte) 0x88;

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final InetSocketAddress server;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final Map<Integer, byte[]> replaced = new ConcurrentHashMap<>();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger early = new AtomicInteger();
  private volatile Duration delay = Duration.ZERO;
  private volatile @Nullable CountDownLatch held;
  private volatile Function<byte[], byte @Nullable []> answers = cdb -> null;

  private record Piece(long dueNs, ByteBuffer bytes) {}

  // Nothing follows it.
  private static final Piece END = new Piece(0, ByteBuffer.allocate(0));

  /** Begins to listen for clients of a server. */
  Relay(Tgtd server) throws IOException {
    int port = Integer.parseInt(server.portal().split(":", -1)[1]);
    this.server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    start(this::accept);
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static void start(Work work) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException _) { // somebody hung up
              }
            });
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      Socket behind = new Socket();
      sockets.addAll(List.of(client, behind));
      try {
        behind.connect(server);
      } catch (IOException e) {
        client.close();
        continue;
      }
      client.setTcpNoDelay(true);
      behind.setTcpNoDelay(true);
      BlockingQueue<Piece> forth = new LinkedBlockingQueue<>();
      start(() -> listen(client, behind, forth, true));
      start(() -> pass(behind, forth));
      BlockingQueue<Piece> back = new LinkedBlockingQueue<>();
      start(() -> listen(behind, client, back, false));
      start(() -> pass(client, back));
    }
  }

  // Takes whole PDUs; when one side hangs up, so does the other.
  private void listen(Socket from, Socket other, BlockingQueue<Piece> to, boolean fromClient)
      throws IOException, InterruptedException {
    try (from;
        other) {
      DataInputStream in = new DataInputStream(from.getInputStream());
      while (true) {
        byte[] header = new byte[HEADER_BYTES];
        in.readFully(header);
        int more = (header[4] & 0xff) * 4 + (length(header) + 3) / 4 * 4;
        byte[] whole = ByteBuffer.allocate(HEADER_BYTES + more).put(header).array();
        in.readFully(whole, HEADER_BYTES, more);
        byte[] passed = fromClient ? command(whole) : answer(whole);
        if (passed.length > 0) {
          long afterNs = fromClient ? delay.toNanos() : 0;
          to.put(new Piece(System.nanoTime() + afterNs, ByteBuffer.wrap(passed)));
        }
      }
    } finally {
      sockets.remove(from);
      to.put(END);
    }
  }

  private static int length(byte[] header) {
    return ByteBuffer.wrap(header).getInt(4) & 0xff_ffff;
  }

  private byte[] command(byte[] pdu) throws InterruptedException {
    if ((pdu[0] & 0x3f) == COMMAND) {
      CountDownLatch gate = held;
      if (gate != null && pdu[32] == READ_16) {
        gate.await();
      }
      byte[] cdb = ByteBuffer.allocate(16).put(pdu, 32, 16).array();
      byte[] other = answers.apply(cdb);
      if (other != null) {
        replaced.put(ByteBuffer.wrap(pdu).getInt(16), other);
      }
    }
    return pdu;
  }

  // Data of a replaced answer are left out; what says that all is done is replaced. If the server
  // wants more of a write first, the other answer follows that at once: the client has not sent it.
  private byte[] answer(byte[] pdu) {
    int opcode = pdu[0] & 0x3f;
    int tag = ByteBuffer.wrap(pdu).getInt(16);
    if (opcode == NOP_IN) {
      asked.incrementAndGet();
    }
    boolean more = opcode == READY_TO_TRANSFER;
    if ((opcode != RESPONSE && opcode != DATA_IN && !more) || !replaced.containsKey(tag)) {
      return pdu;
    }
    if (opcode == DATA_IN && (pdu[1] & 1) == 0) {
      return new byte[0];
    }
    byte[] other = response(pdu, replaced.remove(tag));
    if (!more) {
      return other;
    }
    early.incrementAndGet();
    return ByteBuffer.allocate(pdu.length + other.length).put(pdu).put(other).array();
  }

  private static byte[] response(byte[] pdu, byte[] other) {
    int data = other.length - 1;
    ByteBuffer response = ByteBuffer.allocate(HEADER_BYTES + (data + 3) / 4 * 4);
    response.put((byte) RESPONSE).put((byte) 0x80).put((byte) 0).put(other[0]).putInt(data);
    response.position(16);
    response.put(pdu, 16, 4).putInt(0);
    // StatSN, ExpCmdSN, MaxCmdSN
    response.put(pdu, 24, 12);
    response.position(HEADER_BYTES);
    return response.put(other, 1, data).array();
  }

  private static void pass(Socket to, BlockingQueue<Piece> pieces)
      throws IOException, InterruptedException {
    WritableByteChannel out = Channels.newChannel(to.getOutputStream());
    for (Piece piece = pieces.take(); piece.bytes.hasRemaining(); piece = pieces.take()) {
      long leftNs = piece.dueNs - System.nanoTime();
      if (leftNs > 0) {
        Thread.sleep(Duration.ofNanos(leftNs));
      }
      out.write(piece.bytes);
    }
  }

  /** Where it listens. */
  String portal() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** How often the server asked whether somebody is there. */
  int asked() {
    return asked.get();
  }

  /** How many writes were answered before all of their data had left the client. */
  int early() {
    return early.get();
  }

  /** From now on every command arrives so much later. */
  void delay(Duration later) {
    delay = later;
  }

  /** From now on reads are held back. */
  void hold() {
    held = new CountDownLatch(1);
  }

  /** Lets what is held back, and all that follows, pass. */
  void letPass() {
    CountDownLatch gate = held;
    held = null;
    if (gate != null) {
      gate.countDown();
    }
  }

  /**
   * Puts other answers in the place of the server's, which still does what it is told.
   *
   * @param answersByCommand of a command, the status and what follows it; null for the server's own
   */
  void answer(Function<byte[], byte @Nullable []> answersByCommand) {
    answers = answersByCommand;
  }

  /** A check condition with sense data of the fixed format (SPC-5, 4.5.3). */
  static byte[] checkCondition(int key, int code, int qualifier) {
    byte[] sense = new byte[18];
    sense[0] = 0x70;
    sense[2] = (byte) key;
    sense[7] = 10;
    sense[12] = (byte) code;
    sense[13] = (byte) qualifier;
    return ByteBuffer.allocate(1 + 2 + sense.length)
        .put((byte) 2)
        .putShort((short) sense.length)
        .put(sense)
        .array();
  }

  /** Ends every connection at once, as a firewall would: with a reset. */
  void reset() throws IOException {
    for (Socket socket : sockets) {
      try (socket) {
        socket.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (SocketException _) { // it is closed already
      }
    }
    sockets.clear();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    letPass();
    reset();
  }
}
