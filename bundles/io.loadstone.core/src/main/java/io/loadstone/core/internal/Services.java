package io.loadstone.core.internal;

import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.run.RunListener;
import io.loadstone.api.target.TargetProvider;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What is plugged in now.
 *
 * <p><b>Threads:</b> any.
 */
final class Services {
  private final List<IoEngine> engines = new CopyOnWriteArrayList<>();
  private final List<TargetProvider> providers = new CopyOnWriteArrayList<>();
  private final List<RunListener> listeners = new CopyOnWriteArrayList<>();

  void add(IoEngine engine) {
    engines.add(engine);
  }

  void remove(IoEngine engine) {
    engines.remove(engine);
  }

  void add(TargetProvider provider) {
    providers.add(provider);
  }

  void remove(TargetProvider provider) {
    providers.remove(provider);
  }

  void add(RunListener listener) {
    listeners.add(listener);
  }

  void remove(RunListener listener) {
    listeners.remove(listener);
  }

  List<IoEngine> engines() {
    return engines;
  }

  List<RunListener> listeners() {
    return listeners;
  }

  Optional<TargetProvider> provider(String scheme) {
    return providers.stream().filter(p -> p.scheme().equals(scheme)).findFirst();
  }

  List<String> schemes() {
    return providers.stream().map(TargetProvider::scheme).sorted().toList();
  }
}
