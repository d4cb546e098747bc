package io.loadstone.api.control;

import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.NotificationEmitter;
import javax.management.StandardEmitterMBean;
import javax.management.StandardMBean;

/**
 * MXBeans as a person meets them in JConsole: operations show the names of their parameters, and
 * everything shows what the Javadoc of its interface says. The build takes that Javadoc along for
 * interfaces of this package; others show their names only.
 */
public final class SelfExplaining {
  private SelfExplaining() {}

  /** An MXBean that can be registered. */
  public static <T> StandardMBean of(T mbean, Class<T> type) {
    return new Silent(mbean, type);
  }

  /** The same for one that sends notifications. */
  public static <T> StandardMBean of(T mbean, Class<T> type, NotificationEmitter emitter) {
    return new Notifying(mbean, type, emitter);
  }

  // The JDK has two classes with the same hooks: one that sends notifications would show an empty
  // list of them where there are none.
  private static final class Silent extends StandardMBean {
    private final MBeanTexts texts;

    <T> Silent(T mbean, Class<T> type) {
      super(mbean, type, true);
      texts = MBeanTexts.of(type);
    }

    @Override
    protected String getDescription(MBeanInfo info) {
      return texts.ofBean(info);
    }

    @Override
    protected String getDescription(MBeanAttributeInfo attribute) {
      return texts.ofAttribute(attribute);
    }

    @Override
    protected String getDescription(MBeanOperationInfo operation) {
      return texts.ofOperation(operation);
    }

    @Override
    protected String getDescription(
        MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
      return texts.ofParameter(operation, sequence);
    }

    @Override
    protected String getParameterName(
        MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
      return texts.nameOfParameter(operation, sequence);
    }
  }

  private static final class Notifying extends StandardEmitterMBean {
    private final MBeanTexts texts;

    <T> Notifying(T mbean, Class<T> type, NotificationEmitter emitter) {
      super(mbean, type, true, emitter);
      texts = MBeanTexts.of(type);
    }

    @Override
    protected String getDescription(MBeanInfo info) {
      return texts.ofBean(info);
    }

    @Override
    protected String getDescription(MBeanAttributeInfo attribute) {
      return texts.ofAttribute(attribute);
    }

    @Override
    protected String getDescription(MBeanOperationInfo operation) {
      return texts.ofOperation(operation);
    }

    @Override
    protected String getDescription(
        MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
      return texts.ofParameter(operation, sequence);
    }

    @Override
    protected String getParameterName(
        MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
      return texts.nameOfParameter(operation, sequence);
    }
  }
}
