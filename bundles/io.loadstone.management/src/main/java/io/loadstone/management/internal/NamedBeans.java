package io.loadstone.management.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.management.StandardMBean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MBeans of one kind of plug-in. If two plug-ins have the same name, the first one has the
 * MBean, and the other one gets it when the first one goes.
 */
final class NamedBeans<S> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NamedBeans.class);

  private final String type;
  private final Function<S, String> name;
  private final Function<S, StandardMBean> bean;
  private final Map<S, String> names = new HashMap<>();
  private final Map<String, List<S>> services = new HashMap<>();
  private final Map<String, Registration> beans = new HashMap<>();

  NamedBeans(String type, Function<S, String> name, Function<S, StandardMBean> bean) {
    this.type = type;
    this.name = name;
    this.bean = bean;
  }

  synchronized void add(S service) {
    String key = name.apply(service);
    names.put(service, key);
    List<S> sameName = services.computeIfAbsent(key, _ -> new ArrayList<>());
    sameName.add(service);
    if (sameName.size() > 1) {
      LOG.warn("Two plug-ins are called {} ({}); the MBean shows the first one.", key, type);
    }
    show(key);
  }

  // By the name that it had: a plug-in that goes may answer nothing any more.
  synchronized void remove(S service) {
    String key = names.remove(service);
    List<S> sameName = key == null ? null : services.get(key);
    if (key == null || sameName == null) {
      return;
    }
    boolean shown = sameName.indexOf(service) == 0;
    sameName.remove(service);
    if (shown) {
      Registration registration = beans.remove(key);
      if (registration != null) {
        registration.close();
      }
    }
    if (sameName.isEmpty()) {
      services.remove(key);
    } else {
      show(key);
    }
  }

  @Override
  public synchronized void close() {
    beans.values().forEach(Registration::close);
    beans.clear();
    services.clear();
    names.clear();
  }

  private void show(String key) {
    beans.computeIfAbsent(
        key,
        _ ->
            new Registration(
                bean.apply(services.getOrDefault(key, List.of()).getFirst()),
                Registration.nameOf(type, "name", key)));
  }
}
