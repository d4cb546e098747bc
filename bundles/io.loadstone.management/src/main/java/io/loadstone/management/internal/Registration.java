package io.loadstone.management.internal;

import java.lang.management.ManagementFactory;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One MBean on the platform's server. Closing takes it away; safe to repeat. */
final class Registration implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Registration.class);

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName name;

  /**
   * Registers an MBean.
   *
   * @throws IllegalStateException if the name is taken, or the MBean is none
   */
  Registration(Object mbean, ObjectName name) {
    this.name = name;
    try {
      server.registerMBean(mbean, name);
    } catch (JMException e) {
      throw new IllegalStateException("MBean " + name + " could not be registered: " + e, e);
    }
  }

  /** {@code io.loadstone:type=TYPE,KEY="VALUE"}. */
  static ObjectName nameOf(String type, String key, String value) {
    return named("io.loadstone:type=" + type + "," + key + "=" + ObjectName.quote(value));
  }

  static ObjectName named(String name) {
    try {
      return new ObjectName(name);
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException(name + " is no name of an MBean", e);
    }
  }

  @Override
  public void close() {
    try {
      server.unregisterMBean(name);
    } catch (InstanceNotFoundException _) {
      // Gone already, which is what is wanted.
    } catch (JMException e) {
      LOG.warn("MBean {} could not be unregistered.", name, e);
    }
  }
}
