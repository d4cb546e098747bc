package io.loadstone.http.internal;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP endpoint. While it is up, {@code control/endpoint} says where, with a token for the
 * agent's own user; if it can't come up, {@code control/failure} says why in one sentence.
 */
@Component(service = HttpEndpoint.class, immediate = true, configurationPid = EndpointSettings.PID)
@Designate(ocd = EndpointConfig.class)
public final class HttpEndpoint {
  /** The file that tells the command line where the endpoint is. */
  static final String ENDPOINT_FILE = "endpoint";

  /** The file that tells why there is no endpoint. */
  static final String FAILURE_FILE = "failure";

  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
  private static final int BACKLOG = 64;
  private static final int SECONDS_FOR_LAST_ANSWERS = 1;

  private final ControlFolder folder;
  private final AdminPassword admin;
  private final String token = newToken();
  private final Jolokia jolokia;
  private final HttpServer server;
  private final ExecutorService threads;
  private final AtomicBoolean stopped = new AtomicBoolean();

  /** The component. */
  @Activate
  public HttpEndpoint(BundleContext context, EndpointConfig config, @Reference AdminPassword admin)
      throws IOException {
    this(
        config,
        context.getProperty(EndpointSettings.PORT_PROPERTY),
        EndpointSettings.dataFolder(config, context),
        admin,
        Duration.ofMillis(500));
  }

  /** Starts an endpoint that keeps its files below {@code dataFolder}. */
  HttpEndpoint(
      EndpointConfig config,
      @org.jspecify.annotations.Nullable String portProperty,
      Path dataFolder,
      AdminPassword admin,
      Duration afterFailedSignIn)
      throws IOException {
    this.admin = admin;
    folder = new ControlFolder(dataFolder);
    EndpointSettings settings;
    try {
      settings = EndpointSettings.of(config, portProperty);
      server = listen(settings.address());
    } catch (IllegalArgumentException | IOException e) {
      throw failed(e);
    }
    jolokia = new Jolokia();
    threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("http-", 0).inheritInheritableThreadLocals(false).factory());
    server.setExecutor(threads);
    server.createContext(
        "/",
        new ControlHandler(
            new Doors(settings.hosts(), settings.origins()),
            new SignIn(token, admin, afterFailedSignIn),
            jolokia));
    server.start();
    try {
      writeEndpoint();
      folder.delete(FAILURE_FILE);
    } catch (IOException e) {
      stop();
      throw e;
    }
    admin.onReset(this::rewriteEndpoint);
    LOG.info("Control endpoint at {}, sign-in required.", url());
  }

  /** Stops it: answers under way get a second. Safe to repeat, at any time. */
  @Deactivate
  void stop() {
    if (!stopped.compareAndSet(false, true)) {
      return;
    }
    admin.onReset(() -> {});
    try {
      removeEndpoint();
    } catch (IOException e) {
      LOG.warn("{} could not be removed.", folder.path(ENDPOINT_FILE), e);
    }
    server.stop(SECONDS_FOR_LAST_ANSWERS);
    threads.shutdownNow();
    jolokia.stop();
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

  private static HttpServer listen(InetSocketAddress address) throws IOException {
    ServerLimits.apply();
    try {
      return HttpServer.create(address, BACKLOG);
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
  }

  private IllegalStateException failed(Exception cause) {
    String sentence = String.valueOf(cause.getMessage());
    LOG.error("{}", sentence);
    try {
      folder.write(FAILURE_FILE, sentence + "\n");
    } catch (IOException e) {
      LOG.warn("{} could not be written.", folder.path(FAILURE_FILE), e);
    }
    // Without its cause, whose own message says less: this sentence is what everybody shows.
    return new IllegalStateException(sentence);
  }

  private synchronized void writeEndpoint() throws IOException {
    folder.write(
        ENDPOINT_FILE,
        "url=%s%nuser=%s%ntoken=%s%npid=%d%npasswordShown=%s%n"
            .formatted(url(), SignIn.LOCAL, token, ProcessHandle.current().pid(), admin.shown()));
  }

  private synchronized void rewriteEndpoint() {
    if (stopped.get()) {
      return;
    }
    try {
      writeEndpoint();
    } catch (IOException e) {
      LOG.warn("{} could not be written again.", folder.path(ENDPOINT_FILE), e);
    }
  }

  // A later endpoint, made by a new configuration, may have written its own by now.
  private synchronized void removeEndpoint() throws IOException {
    if (folder.read(ENDPOINT_FILE).orElse("").contains("token=" + token)) {
      folder.delete(ENDPOINT_FILE);
    }
  }

  private static String newToken() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
