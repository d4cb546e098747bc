package io.loadstone.http.internal;

import java.io.IOException;
import javax.management.JMException;
import javax.management.RuntimeMBeanException;
import org.jolokia.server.core.request.BadRequestException;
import org.jolokia.server.core.request.EmptyResponseException;
import org.jolokia.server.core.request.JolokiaRequest;
import org.jolokia.server.core.request.NotChangedException;
import org.jolokia.service.jmx.LocalRequestHandler;

/**
 * The MBeans of this JVM. Jolokia makes the same of an MBean's own {@link SecurityException}
 * ("refused for safety") and of one of its access check; here they stay apart.
 */
final class LocalMBeans extends LocalRequestHandler {
  LocalMBeans() {
    super(1);
  }

  @Override
  public <R extends JolokiaRequest> Object handleRequest(R request, Object previous)
      throws IOException,
          JMException,
          NotChangedException,
          BadRequestException,
          EmptyResponseException {
    try {
      return super.handleRequest(request, previous);
    } catch (RuntimeMBeanException e) {
      if (e.getCause() instanceof SecurityException cause) {
        throw new RefusedByMBean(String.valueOf(cause.getMessage()));
      }
      throw e;
    }
  }

  /** Carries the message of an MBean's own refusal through Jolokia. */
  static final class RefusedByMBean extends JMException {
    private static final long serialVersionUID = 1;

    RefusedByMBean(String message) {
      super(message);
    }
  }
}
