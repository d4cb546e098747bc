package io.loadstone.nbd.internal;

import io.loadstone.api.target.TargetUri;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A server that negotiates as it should and then does what a test says, such as nonsense. */
final class ScriptedServer implements AutoCloseable {
  private final ServerSocket listener;
  private final long sizeBytes;
  private final int flags;
  private final Script script;
  private final CountDownLatch released = new CountDownLatch(1);
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /** Plays the transmission phase of a connection. */
  interface Script {
    void play(DataInputStream in, DataOutputStream out) throws Exception;
  }

  /** One request as it came in; the payload of a write is skipped. */
  record Request(int type, long cookie, long offset, int length) {
    static Request read(DataInputStream in) throws IOException {
      if (in.readInt() != 0x25609513) {
        throw new IOException("no request");
      }
      in.readShort();
      Request request = new Request(in.readShort(), in.readLong(), in.readLong(), in.readInt());
      if (request.type == 1) {
        in.skipNBytes(request.length);
      }
      return request;
    }
  }

  ScriptedServer(long sizeBytes, int flags, Script script) throws IOException {
    this.sizeBytes = sizeBytes;
    this.flags = flags;
    this.script = script;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** Answers reads with zeroes once it is released. */
  static ScriptedServer stalling(long sizeBytes) throws IOException {
    ScriptedServer[] itself = new ScriptedServer[1];
    itself[0] =
        new ScriptedServer(
            sizeBytes,
            1,
            (in, out) -> {
              while (true) {
                Request request = Request.read(in);
                itself[0].released.await();
                simple(out, 0, request.cookie());
                out.write(new byte[request.length()]);
              }
            });
    return itself[0];
  }

  void release() {
    released.countDown();
  }

  /** Takes no more connections. */
  void closeListener() throws IOException {
    listener.close();
  }

  TargetUri uri(String... parameters) {
    return TargetUri.parse(
        "nbd://127.0.0.1:"
            + listener.getLocalPort()
            + "/x"
            + (parameters.length == 0 ? "" : "?" + String.join("&", parameters)));
  }

  static void simple(DataOutputStream out, int error, long cookie) throws IOException {
    out.writeInt(0x67446698);
    out.writeInt(error);
    out.writeLong(cookie);
  }

  static void chunk(DataOutputStream out, int chunkFlags, int type, long cookie, byte[] payload)
      throws IOException {
    chunkHead(out, chunkFlags, type, cookie, payload.length);
    out.write(payload);
  }

  static void chunkHead(
      DataOutputStream out, int chunkFlags, int type, long cookie, int lengthBytes)
      throws IOException {
    out.writeInt(0x668e33ef);
    out.writeShort(chunkFlags);
    out.writeShort(type);
    out.writeLong(cookie);
    out.writeInt(lengthBytes);
  }

  /** Bytes of numbers, each as wide as its type. */
  static byte[] bytes(Object... numbers) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (Object number : numbers) {
      switch (number) {
        case Long l -> out.writeLong(l);
        case Integer i -> out.writeInt(i);
        case Short s -> out.writeShort(s);
        case byte[] b -> out.write(b);
        default -> throw new IllegalArgumentException(String.valueOf(number));
      }
    }
    return bytes.toByteArray();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        sockets.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException _) { // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      if (negotiate(in, out)) {
        script.play(in, out);
      }
    } catch (Exception _) { // the client went, or the test is over
    }
  }

  /** Whether the client goes on to transmission. */
  private boolean negotiate(DataInputStream in, DataOutputStream out) throws IOException {
    out.writeLong(0x4e42444d41474943L);
    out.writeLong(0x49484156454F5054L);
    out.writeShort(3);
    if (in.readInt() != 3) {
      throw new EOFException("flags");
    }
    while (true) {
      in.readLong();
      int option = in.readInt();
      in.skipNBytes(in.readInt());
      switch (option) {
        case 2 -> {
          reply(out, option, 1, new byte[0]);
          return false;
        }
        case 6, 7 -> {
          reply(out, option, 3, bytes((short) 0, sizeBytes, (short) flags));
          reply(out, option, 3, bytes((short) 3, 1, 4096, 33_554_432));
          reply(out, option, 1, new byte[0]);
          if (option == 7) {
            return true;
          }
        }
        default -> reply(out, option, 1, new byte[0]);
      }
    }
  }

  private static void reply(DataOutputStream out, int option, int type, byte[] data)
      throws IOException {
    out.writeLong(0x3e889045565a9L);
    out.writeInt(option);
    out.writeInt(type);
    out.writeInt(data.length);
    out.write(data);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
