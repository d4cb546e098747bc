package io.loadstone.launcher;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.osgi.framework.Bundle;

/** The agent's MBean, seen from outside: whether it is there, and what it says of its bundles. */
final class AgentMBean {
  static final String NAME = "io.loadstone:type=Agent";

  private AgentMBean() {}

  static boolean isThere() {
    return server().isRegistered(name());
  }

  /**
   * What does not work, as the agent tells it: bundles and their components, with what they wait
   * for. Empty if the agent says nothing.
   */
  static List<Row> troubles() {
    List<Row> troubles = new ArrayList<>();
    try {
      if (isThere() && server().getAttribute(name(), "Plugins") instanceof CompositeData[] rows) {
        for (CompositeData row : rows) {
          String cause = String.valueOf(row.get("cause"));
          if (!cause.isEmpty()) {
            troubles.add(
                new Row(
                    String.valueOf(row.get("name")),
                    String.valueOf(row.get("version")),
                    String.valueOf(row.get("state")),
                    cause));
          }
        }
      }
    } catch (JMException | RuntimeException _) { // it can't tell; the log has more
      return List.of();
    }
    return troubles;
  }

  private static MBeanServer server() {
    return ManagementFactory.getPlatformMBeanServer();
  }

  private static ObjectName name() {
    try {
      return new ObjectName(NAME);
    } catch (MalformedObjectNameException e) {
      throw new AssertionError(NAME + " is a name", e);
    }
  }

  /**
   * A bundle that does not work.
   *
   * @param name symbolic name, or the path of what is no bundle
   * @param version empty for what is no bundle
   * @param state as the agent words it
   * @param cause a sentence
   */
  record Row(String name, String version, String state, String cause) {
    boolean isOf(Bundle bundle) {
      return name.equals(AgentFramework.name(bundle))
          && version.equals(bundle.getVersion().toString());
    }
  }
}
