package io.loadstone.http.internal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who somebody is, by HTTP Basic: the user {@value #LOCAL} with the token of this start, or {@code
 * admin} with the password.
 *
 * <p>Passwords are tried one at a time, and each wrong one holds the line up for a moment, so that
 * guessing costs neither processor time nor memory without bound. The token never waits.
 */
final class SignIn {
  /** The user of the command line on the same machine. */
  static final String LOCAL = "local";

  private static final Logger LOG = LoggerFactory.getLogger(SignIn.class);
  private static final int MOST_WAITING = 8;
  private static final int LONGEST_HEADER = 1_024;
  private static final Refusal WRONG =
      new Refusal(
          401,
          "sign-in",
          "Sign in by HTTP Basic as admin; \"loadstone password\" on the agent's machine makes a new"
              + " password.");
  private static final Refusal BUSY =
      new Refusal(
          429, "sign-in-busy", "Too many sign-ins with a wrong password at once; try again later.");

  private final String token;
  private final AdminPassword admin;
  private final Duration afterFailure;
  private final Mac mac;
  private final Semaphore waiting = new Semaphore(MOST_WAITING);
  private final Semaphore oneAtATime = new Semaphore(1, true);
  private volatile @Nullable Verified verified;

  /**
   * A new sign-in.
   *
   * @param afterFailure how long each wrong attempt keeps the next one waiting
   */
  SignIn(String token, AdminPassword admin, Duration afterFailure) {
    this.token = token;
    this.admin = admin;
    this.afterFailure = afterFailure;
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every JDK has HmacSHA256", e);
    }
  }

  /** Why this {@code Authorization} header does not let anybody in; empty if it does. */
  Optional<Refusal> refuses(@Nullable String authorization) {
    if (authorization == null) {
      return Optional.of(WRONG);
    }
    Attempt attempt = Attempt.parse(authorization);
    if (attempt != null && attempt.user().equals(LOCAL) && same(token, attempt.secret())) {
      return Optional.empty();
    }
    if (attempt != null && attempt.user().equals(AdminPassword.USER) && known(attempt.secret())) {
      return Optional.empty();
    }
    return tryInTurn(attempt);
  }

  private Optional<Refusal> tryInTurn(@Nullable Attempt attempt) {
    if (!waiting.tryAcquire()) {
      return Optional.of(BUSY);
    }
    try {
      oneAtATime.acquire();
      try {
        if (attempt != null
            && attempt.user().equals(AdminPassword.USER)
            && verify(attempt.secret())) {
          return Optional.empty();
        }
        LOG.warn("Sign-in refused for {}.", attempt == null ? "an unreadable header" : attempt);
        Thread.sleep(afterFailure);
      } finally {
        oneAtATime.release();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      waiting.release();
    }
    return Optional.of(WRONG);
  }

  private boolean verify(String password) {
    PasswordHash hash = admin.hash();
    if (known(password)) {
      return true;
    }
    if (hash == null || !hash.matches(password)) {
      return false;
    }
    verified = new Verified(hash, keyed(password));
    return true;
  }

  // A new password makes a new hash, and so what was verified against the old one is void.
  private boolean known(String password) {
    Verified last = verified;
    return last != null && last.hash() == admin.hash() && same(last.keyed(), keyed(password));
  }

  private synchronized String keyed(String password) {
    return HexFormat.of().formatHex(mac.doFinal(password.getBytes(StandardCharsets.UTF_8)));
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  private record Verified(PasswordHash hash, String keyed) {}

  private record Attempt(String user, String secret) {
    static @Nullable Attempt parse(String authorization) {
      if (authorization.length() > LONGEST_HEADER
          || !authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
        return null;
      }
      try {
        byte[] bytes = Base64.getDecoder().decode(authorization.substring(6).strip());
        String text = new String(bytes, StandardCharsets.UTF_8);
        int colon = text.indexOf(':');
        return colon < 0 ? null : new Attempt(text.substring(0, colon), text.substring(colon + 1));
      } catch (IllegalArgumentException _) {
        return null;
      }
    }

    /** For the log: no secret, and nothing that could pass for another line of it. */
    @Override
    public String toString() {
      String plain = user.replaceAll("[^\\p{Alnum}._@-]", "?");
      return "user " + plain.substring(0, Math.min(32, plain.length()));
    }
  }
}
