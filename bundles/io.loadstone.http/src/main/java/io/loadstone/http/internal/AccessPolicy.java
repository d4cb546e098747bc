package io.loadstone.http.internal;

import java.util.Set;
import javax.management.ObjectName;
import org.jolokia.server.core.service.api.Restrictor;
import org.jolokia.server.core.util.HttpMethod;
import org.jolokia.server.core.util.RequestType;

/**
 * What may be touched: MBeans of Loadstone, the set points of its runs for writing, and figures of
 * the JVM for reading. Everything that is not named here is refused.
 */
final class AccessPolicy implements Restrictor {
  private static final Set<RequestType> TYPES =
      Set.of(
          RequestType.READ,
          RequestType.WRITE,
          RequestType.EXEC,
          RequestType.LIST,
          RequestType.SEARCH,
          RequestType.VERSION);
  private static final Set<String> OURS = Set.of("io.loadstone", "io.loadstone.metrics");
  private static final Set<String> SET_POINTS =
      Set.of("OutstandingPerWorker", "Rate", "ReadPercent", "BlockSizeBytes", "ThinkTimeNs");
  private static final String JVM = "java.lang";
  // What others put on the command line or into properties is theirs.
  private static final Set<String> NOT_FIGURES = Set.of("SystemProperties", "InputArguments");

  @Override
  public boolean isHttpMethodAllowed(HttpMethod method) {
    return true;
  }

  @Override
  public boolean isTypeAllowed(RequestType type) {
    return TYPES.contains(type);
  }

  @Override
  public boolean isAttributeReadAllowed(ObjectName name, String attribute) {
    return OURS.contains(name.getDomain())
        || (name.getDomain().equals(JVM) && !NOT_FIGURES.contains(attribute));
  }

  @Override
  public boolean isAttributeWriteAllowed(ObjectName name, String attribute) {
    return name.getDomain().equals("io.loadstone")
        && "Run".equals(name.getKeyProperty("type"))
        && SET_POINTS.contains(attribute);
  }

  @Override
  public boolean isOperationAllowed(ObjectName name, String operation) {
    return OURS.contains(name.getDomain());
  }

  // Host, Origin and sign-in are checked before Jolokia sees a request.
  @Override
  public boolean isRemoteAccessAllowed(String... hostOrAddress) {
    return true;
  }

  @Override
  public boolean isOriginAllowed(String origin, boolean strict) {
    return true;
  }

  @Override
  public boolean isObjectNameHidden(ObjectName name) {
    return !OURS.contains(name.getDomain()) && !name.getDomain().equals(JVM);
  }
}
