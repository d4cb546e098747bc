package io.loadstone.api.control;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Properties;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;

/**
 * What the Javadoc of an MXBean interface says, from the file that the build left beside its class
 * ({@code description}, {@code METHOD}, {@code METHOD.PARAMETER}). An operation's name stands for
 * it: an MXBean interface has no two methods of the same name.
 */
final class MBeanTexts {
  private static final ClassValue<MBeanTexts> BY_TYPE =
      new ClassValue<>() {
        @Override
        protected MBeanTexts computeValue(Class<?> type) {
          return new MBeanTexts(type);
        }
      };

  private final Class<?> type;
  private final Properties texts = new Properties();

  /** The texts of an interface, which are read once for all its MBeans. */
  static MBeanTexts of(Class<?> type) {
    return BY_TYPE.get(type);
  }

  private MBeanTexts(Class<?> type) {
    this.type = type;
    try (InputStream file = type.getResourceAsStream(type.getSimpleName() + ".properties")) {
      if (file != null) {
        texts.load(new InputStreamReader(file, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The texts of " + type.getName() + " can't be read.", e);
    }
  }

  String ofBean(MBeanInfo info) {
    return texts.getProperty("description", info.getDescription());
  }

  String ofAttribute(MBeanAttributeInfo attribute) {
    String getter = (attribute.isIs() ? "is" : "get") + attribute.getName();
    return texts.getProperty(getter, attribute.getName());
  }

  String ofOperation(MBeanOperationInfo operation) {
    return texts.getProperty(operation.getName(), operation.getName());
  }

  String ofParameter(MBeanOperationInfo operation, int sequence) {
    String name = nameOfParameter(operation, sequence);
    return texts.getProperty(operation.getName() + "." + name, name);
  }

  String nameOfParameter(MBeanOperationInfo operation, int sequence) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals(operation.getName()))
        .map(Method::getParameters)
        .map(parameters -> parameters[sequence].getName())
        .findFirst()
        .orElseThrow(() -> new AssertionError(type + " has no " + operation.getName()));
  }
}
