package io.loadstone.http.internal;

import java.io.IOException;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ReflectionException;
import javax.management.RuntimeMBeanException;
import org.jolokia.server.core.request.BadRequestException;
import org.jolokia.server.core.request.EmptyResponseException;
import org.jolokia.server.core.request.JolokiaExecRequest;
import org.jolokia.server.core.request.JolokiaObjectNameRequest;
import org.jolokia.server.core.request.JolokiaReadRequest;
import org.jolokia.server.core.request.JolokiaRequest;
import org.jolokia.server.core.request.NotChangedException;
import org.jolokia.service.jmx.LocalRequestHandler;

/**
 * The MBeans of this JVM. Jolokia makes the same of an MBean's own {@link SecurityException}
 * ("refused for safety") and of one of its access check; here they stay apart. Of something that is
 * not there it tells only the name; here it is a sentence.
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
    } catch (InstanceNotFoundException _) {
      throw new InstanceNotFoundException(noSuchMBean(request));
    } catch (AttributeNotFoundException e) {
      // Writing one comes only as far as the access policy.
      if (request instanceof JolokiaReadRequest read) {
        throw new AttributeNotFoundException(noSuchAttribute(read));
      }
      throw e;
    } catch (ReflectionException e) {
      if (e.getCause() instanceof NoSuchMethodException
          && request instanceof JolokiaExecRequest exec) {
        throw new ReflectionException(new NoSuchMethodException(noSuchOperation(exec)));
      }
      throw e;
    }
  }

  private static String noSuchMBean(JolokiaRequest request) {
    String name =
        request instanceof JolokiaObjectNameRequest named
            ? " " + named.getObjectNameAsString()
            : "";
    return "There is no MBean"
        + name
        + "; `search/io.loadstone:*` lists those that are. A run's name needs quotes:"
        + " io.loadstone:type=Run,id=\"ID\", in a URL id=%22ID%22.";
  }

  private static String noSuchOperation(JolokiaExecRequest request) {
    return "There is no operation %s on %s; `list` has those that are."
        .formatted(request.getOperation(), request.getObjectNameAsString());
  }

  private static String noSuchAttribute(JolokiaReadRequest request) {
    return "There is no attribute %s on %s; `list` has those that are."
        .formatted(
            request.isMultiAttributeMode()
                ? String.join(", ", request.getAttributeNames())
                : request.getAttributeName(),
            request.getObjectNameAsString());
  }

  /** Carries the message of an MBean's own refusal through Jolokia. */
  static final class RefusedByMBean extends JMException {
    private static final long serialVersionUID = 1;

    RefusedByMBean(String message) {
      super(message);
    }
  }
}
