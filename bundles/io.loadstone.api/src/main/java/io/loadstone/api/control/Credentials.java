package io.loadstone.api.control;

import java.io.IOException;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The password of the user {@code admin} of the HTTP endpoint. An OSGi service.
 *
 * <p><b>Threads:</b> any, at the same time.
 */
@ProviderType
public interface Credentials {
  /**
   * Makes a new random password; the old one is void. Only its hash is kept, so this is the only
   * time it is shown.
   *
   * @throws IOException if the hash can't be stored; the old password holds then
   */
  String resetPassword() throws IOException;
}
