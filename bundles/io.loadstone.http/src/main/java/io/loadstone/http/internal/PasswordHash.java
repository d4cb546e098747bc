package io.loadstone.http.internal;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** A password as it is kept: PBKDF2 with HMAC-SHA-256. Equal only to itself. */
final class PasswordHash {
  /** The word that stands for the method in a file. */
  static final String METHOD = "pbkdf2-hmac-sha256";

  /** What a new password gets; a stored one must have at least as many. */
  static final int ITERATIONS = 210_000;

  private static final int MOST_ITERATIONS = 10_000_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  private final int iterations;
  private final byte[] salt;
  private final byte[] hash;

  private PasswordHash(int iterations, byte[] salt, byte[] hash) {
    this.iterations = iterations;
    this.salt = salt;
    this.hash = hash;
  }

  static PasswordHash of(String password, SecureRandom random) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return new PasswordHash(ITERATIONS, salt, derive(password, salt, ITERATIONS));
  }

  /**
   * Reads what {@link #text()} wrote.
   *
   * @throws IllegalArgumentException if it is something else; the message is a phrase
   */
  static PasswordHash parse(String text) {
    String[] words = text.split(" ", -1);
    if (words.length != 4 || !words[0].equals(METHOD)) {
      throw new IllegalArgumentException("expected: " + METHOD + " ITERATIONS SALT HASH");
    }
    int iterations = Integer.parseInt(words[1]);
    byte[] salt = Base64.getDecoder().decode(words[2]);
    byte[] hash = Base64.getDecoder().decode(words[3]);
    if (iterations < ITERATIONS
        || iterations > MOST_ITERATIONS
        || salt.length < SALT_BYTES
        || hash.length != HASH_BYTES) {
      throw new IllegalArgumentException(
          "too few or too many iterations, or a damaged salt or hash");
    }
    return new PasswordHash(iterations, salt, hash);
  }

  /** One line without a line end; tells nothing about the password. */
  String text() {
    Base64.Encoder base64 = Base64.getEncoder();
    return METHOD
        + " "
        + iterations
        + " "
        + base64.encodeToString(salt)
        + " "
        + base64.encodeToString(hash);
  }

  /** Whether this is the hash of that password; takes a tenth of a second or so. */
  boolean matches(String password) {
    return MessageDigest.isEqual(hash, derive(password, salt, iterations));
  }

  private static byte[] derive(String password, byte[] salt, int iterations) {
    char[] characters = password.toCharArray();
    PBEKeySpec spec = new PBEKeySpec(characters, salt, iterations, HASH_BYTES * 8);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every JDK has PBKDF2WithHmacSHA256", e);
    } finally {
      spec.clearPassword();
      Arrays.fill(characters, '\0');
    }
  }
}
