package io.loadstone.cli;

import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes commands, each with the session in its constructor. */
final class CommandFactory implements IFactory {
  private final Session session;

  CommandFactory(Session session) {
    this.session = session;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 1
          && constructor.getParameterTypes()[0] == Session.class) {
        return type.cast(constructor.newInstance(session));
      }
    }
    return CommandLine.defaultFactory().create(type);
  }
}
