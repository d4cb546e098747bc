package io.loadstone.management.internal;

import java.lang.reflect.Method;
import java.util.Arrays;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.NotificationEmitter;
import javax.management.StandardEmitterMBean;

/**
 * An MXBean that sends notifications and whose operations show the names of their parameters, so
 * that a person in JConsole sees {@code planText} and not {@code p1}.
 */
final class SelfExplaining extends StandardEmitterMBean {
  private final Class<?> type;

  <T> SelfExplaining(T mbean, Class<T> type, NotificationEmitter emitter) {
    super(mbean, type, true, emitter);
    this.type = type;
  }

  @Override
  protected String getParameterName(
      MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals(operation.getName()))
        .filter(method -> method.getParameterCount() == operation.getSignature().length)
        .map(Method::getParameters)
        .map(parameters -> parameters[sequence].getName())
        .findFirst()
        .orElseGet(() -> super.getParameterName(operation, parameter, sequence));
  }
}
