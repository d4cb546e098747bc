package io.loadstone.http.internal;

import io.loadstone.api.control.PartHealth;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP endpoint. While it is up, {@code control/endpoint} says where, with a token for the
 * agent's own user; if it can't come up, {@code control/failure} says why in one sentence. A change
 * of its configuration that can't be taken leaves it as it was.
 */
@Component(
    service = {HttpEndpoint.class, PartHealth.class},
    immediate = true,
    configurationPid = EndpointSettings.PID)
@Designate(ocd = EndpointConfig.class)
public final class HttpEndpoint implements PartHealth {
  /** The file that tells the command line where the endpoint is. */
  static final String ENDPOINT_FILE = "endpoint";

  /** The file that tells why there is no endpoint. */
  static final String FAILURE_FILE = "failure";

  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);

  private final @Nullable String portProperty;
  private final ControlFolder folder;
  private final AdminPassword admin;
  private final String token = newToken();
  private final Jolokia jolokia;
  private final SignIn signIn;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private EndpointSettings settings;
  private volatile Listener listener;
  private volatile List<String> problems = List.of();

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
      @Nullable String portProperty,
      Path dataFolder,
      AdminPassword admin,
      Duration afterFailedSignIn)
      throws IOException {
    this.portProperty = portProperty;
    this.admin = admin;
    folder = new ControlFolder(dataFolder);
    try {
      settings = EndpointSettings.of(config, portProperty);
      listener = new Listener(settings.address());
    } catch (IllegalArgumentException | IOException e) {
      throw failed(e);
    }
    jolokia = new Jolokia();
    signIn = new SignIn(token, admin, afterFailedSignIn);
    listener.start(handler());
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

  /** Takes another configuration, or says why not and goes on as before. */
  @Modified
  synchronized void change(EndpointConfig config) {
    try {
      EndpointSettings next = EndpointSettings.of(config, portProperty);
      Listener before = listener;
      if (next.address().equals(settings.address())) {
        settings = next;
        before.answerWith(handler());
      } else {
        Listener after = new Listener(next.address());
        settings = next;
        after.start(handler());
        listener = after;
        rewriteEndpoint();
        before.stop();
        LOG.info("Control endpoint at {} from now on.", url());
      }
      problems = List.of();
    } catch (IllegalArgumentException | IOException e) {
      String problem =
          "%s The control endpoint stays at %s meanwhile.".formatted(e.getMessage(), url());
      problems = List.of(problem);
      LOG.warn("{}", problem);
    }
  }

  @Override
  public List<String> problems() {
    return problems;
  }

  private ControlHandler handler() {
    return new ControlHandler(new Doors(settings.hosts(), settings.origins()), signIn, jolokia);
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
    listener.stop();
    jolokia.stop();
  }

  /** Where it is; ends with a slash. */
  String url() {
    return listener.url();
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
