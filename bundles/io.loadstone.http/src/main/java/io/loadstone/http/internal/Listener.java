package io.loadstone.http.internal;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** The server at one address and port, with its threads. */
final class Listener {
  private static final int BACKLOG = 64;
  private static final int SECONDS_FOR_LAST_ANSWERS = 1;

  private final HttpServer server;
  private final ExecutorService threads;
  private volatile @Nullable HttpHandler handler;

  /**
   * Takes the port; answers nothing yet.
   *
   * @throws IOException if the port can't be had; the message is a whole sentence
   */
  Listener(InetSocketAddress address) throws IOException {
    ServerLimits.apply();
    try {
      server = HttpServer.create(address, BACKLOG);
    } catch (BindException e) {
      InetAddress ip = address.getAddress();
      throw new IOException(
          "The control endpoint can't listen on "
              + ip.getHostAddress()
              + " port "
              + address.getPort()
              + " ("
              + e.getMessage()
              + "): another program has it, or the agent may not; end that program, start with"
              + " --port N (0 takes any free one), or set port in io.loadstone.http.cfg.",
          e);
    }
    threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("http-", 0).inheritInheritableThreadLocals(false).factory());
    server.setExecutor(threads);
  }

  void start(HttpHandler first) {
    handler = first;
    server.createContext("/", exchange -> Objects.requireNonNull(handler).handle(exchange));
    server.start();
  }

  /** Answers with another handler from now on; no request finds none meanwhile. */
  void answerWith(HttpHandler next) {
    handler = next;
  }

  /** Answers under way get a second. */
  void stop() {
    server.stop(SECONDS_FOR_LAST_ANSWERS);
    threads.shutdownNow();
  }

  /** Where it is; ends with a slash. */
  String url() {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    return "http://"
        + (host.contains(":") ? "[" + host.replaceFirst("%.*", "") + "]" : host)
        + ":"
        + address.getPort()
        + ControlHandler.CONTEXT
        + "/";
  }
}
