package io.loadstone.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * The agent's control endpoint, as the agent wrote it down for its own user.
 *
 * @param url of Jolokia
 * @param user to sign in with
 * @param token in place of a password; void when the agent ends
 * @param passwordShown whether somebody has seen a password for signing in by hand
 */
record Endpoint(URI url, String user, String token, boolean passwordShown) {

  /**
   * Reads it.
   *
   * @return empty if no agent wrote one
   */
  static Optional<Endpoint> read(Places places) {
    try {
      KeyedLines file = KeyedLines.read(places.endpointFile());
      Optional<String> url = file.first("url");
      Optional<String> token = file.first("token");
      if (url.isEmpty() || token.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new Endpoint(
              URI.create(url.get()),
              file.first("user").orElse("admin"),
              token.get(),
              file.first("passwordShown").map(Boolean::parseBoolean).orElse(true)));
    } catch (NoSuchFileException _) { // no agent, or it is just starting
      return Optional.empty();
    } catch (AccessDeniedException e) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT,
          "%s is not yours to read: the agent belongs to another user; use the command line as that user or as root"
              .formatted(places.endpointFile()),
          e);
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandFailedException(
          ExitStatus.NO_AGENT,
          "%s can't be read: %s; restart the agent with `loadstone stop` and `loadstone start`"
              .formatted(places.endpointFile(), e.getMessage()),
          e);
    }
  }
}
