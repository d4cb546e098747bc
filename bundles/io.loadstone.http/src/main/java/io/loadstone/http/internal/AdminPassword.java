package io.loadstone.http.internal;

import io.loadstone.api.control.Credentials;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The password of {@value #USER}, kept as a hash in {@code control/users}. There is none before the
 * first {@link #resetPassword()}, which the command line asks for at the first start: until then
 * nobody can sign in by password, and no start waits for a hash (most of a second on a cold JVM).
 */
@Component(
    service = {Credentials.class, AdminPassword.class},
    configurationPid = EndpointSettings.PID)
public final class AdminPassword implements Credentials {
  /** The only user with a password. */
  static final String USER = "admin";

  private static final Logger LOG = LoggerFactory.getLogger(AdminPassword.class);
  private static final String FILE = "users";
  private static final String SHOWN = "shown";
  // Agents before this one made a password at their first start that nobody saw.
  private static final String UNSEEN = "unseen";
  // 24 characters of 32 are 120 bits; no character that looks like another.
  private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyzACDEFGHJK";
  private static final int LENGTH = 24;

  private final SecureRandom random = new SecureRandom();
  private final ControlFolder folder;
  private volatile State state;
  private volatile Runnable onReset = () -> {};

  /** The component. */
  @Activate
  public AdminPassword(BundleContext context, EndpointConfig config) throws IOException {
    this(EndpointSettings.dataFolder(config, context));
  }

  // Another folder is taken by the next start: the files of this life of the agent are in this one.
  @Modified
  void change() {}

  /** A password kept below {@code dataFolder}. */
  AdminPassword(Path dataFolder) throws IOException {
    folder = new ControlFolder(dataFolder);
    state = folder.read(FILE).map(this::parse).orElse(State.NO_PASSWORD);
  }

  @Override
  public synchronized String resetPassword() throws IOException {
    String password = newPassword();
    PasswordHash hash = PasswordHash.of(password, random);
    folder.write(FILE, "%s %s %s%n".formatted(USER, SHOWN, hash.text()));
    state = new State(hash, true);
    onReset.run();
    LOG.info("A new password for {} was made; the old one is void.", USER);
    return password;
  }

  /**
   * The hash; {@code null} if nobody can sign in by password: none was made, or the file is
   * damaged.
   */
  @Nullable PasswordHash hash() {
    return state.hash();
  }

  /** Whether somebody has ever seen a password. */
  boolean shown() {
    return state.shown();
  }

  /** Calls {@code action} after each {@link #resetPassword()}. */
  void onReset(Runnable action) {
    onReset = action;
  }

  // A damaged file must not keep the agent from coming up: the token still works.
  private State parse(String text) {
    String[] words = text.strip().split(" ", 3);
    try {
      if (words.length == 3
          && words[0].equals(USER)
          && (words[1].equals(SHOWN) || words[1].equals(UNSEEN))) {
        return words[1].equals(SHOWN)
            ? new State(PasswordHash.parse(words[2]), true)
            : State.NO_PASSWORD;
      }
      LOG.error("{}", damaged("expected: " + USER + " " + SHOWN + " …"));
    } catch (IllegalArgumentException e) {
      LOG.error("{}", damaged(String.valueOf(e.getMessage())));
    }
    return new State(null, true);
  }

  private String damaged(String detail) {
    return folder.path(FILE)
        + " is damaged ("
        + detail
        + "); nobody can sign in by password until \"loadstone password\" makes a new one.";
  }

  private String newPassword() {
    StringBuilder password = new StringBuilder(LENGTH);
    for (int i = 0; i < LENGTH; i++) {
      password.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return password.toString();
  }

  private record State(@Nullable PasswordHash hash, boolean shown) {
    static final State NO_PASSWORD = new State(null, false);
  }
}
