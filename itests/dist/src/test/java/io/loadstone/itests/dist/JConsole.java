package io.loadstone.itests.dist;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * What JConsole does without its windows: it attaches by process id, starts the agent of the JVM
 * for local management, and knows of an MBean what its MBeanInfo says. What a person types is text.
 */
final class JConsole implements AutoCloseable {
  static final ObjectName AGENT = name("io.loadstone:type=Agent");

  private final JMXConnector connector;
  private final MBeanServerConnection mbeans;

  private JConsole(JMXConnector connector) throws IOException {
    this.connector = connector;
    mbeans = connector.getMBeanServerConnection();
  }

  @SuppressWarnings("BanJNDI") // the address comes from the JVM that it attached to
  static JConsole attachedTo(long pid) throws IOException, AttachNotSupportedException {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
    try {
      String address = machine.startLocalManagementAgent();
      return new JConsole(JMXConnectorFactory.connect(new JMXServiceURL(address)));
    } finally {
      machine.detach();
    }
  }

  static ObjectName name(String name) {
    try {
      return new ObjectName(name);
    } catch (JMException e) {
      throw new IllegalArgumentException(name, e);
    }
  }

  MBeanServerConnection mbeans() {
    return mbeans;
  }

  /** Every MBean of the domain. */
  Set<ObjectName> names() throws IOException {
    return mbeans.queryNames(name("io.loadstone:*"), null);
  }

  /** All attributes, read one by one as the window does. */
  Map<String, Object> attributes(ObjectName bean) throws JMException, IOException {
    Map<String, Object> values = new TreeMap<>();
    for (MBeanAttributeInfo attribute : mbeans.getMBeanInfo(bean).getAttributes()) {
      values.put(attribute.getName(), mbeans.getAttribute(bean, attribute.getName()));
    }
    return values;
  }

  /** Presses the button of an operation; each field has a name and takes text. */
  Object press(String operation, Map<String, String> fields) throws JMException, IOException {
    MBeanOperationInfo info =
        Arrays.stream(mbeans.getMBeanInfo(AGENT).getOperations())
            .filter(candidate -> candidate.getName().equals(operation))
            .findFirst()
            .orElseThrow(() -> new AssertionError("there is no button " + operation));
    List<Object> arguments = new ArrayList<>();
    List<String> types = new ArrayList<>();
    for (MBeanParameterInfo parameter : info.getSignature()) {
      if (!fields.containsKey(parameter.getName())) {
        throw new AssertionError(operation + " has a field " + parameter.getName());
      }
      types.add(parameter.getType());
      arguments.add(typed(parameter.getType(), fields.get(parameter.getName())));
    }
    if (arguments.size() != fields.size()) {
      throw new AssertionError(operation + " has not all of the fields " + fields.keySet());
    }
    return mbeans.invoke(AGENT, operation, arguments.toArray(), types.toArray(String[]::new));
  }

  private static Object typed(String type, String text) {
    return switch (type) {
      case "java.lang.String" -> text;
      case "long" -> Long.parseLong(text);
      default -> throw new AssertionError("nobody can type a " + type);
    };
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
