package io.loadstone.management.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkEvent;
import org.osgi.service.log.LogEntry;

class StartFailuresTest {
  private final StartFailures failures = new StartFailures();
  private final Bundle bundle = proxy(Bundle.class, Map.of("getLocation", "file:/plugins/a.jar"));

  @Test
  void remembersWhatTheFrameworkSaid() {
    failures.frameworkEvent(
        new FrameworkEvent(
            FrameworkEvent.ERROR,
            bundle,
            new BundleException("Activator start error", new IllegalStateException("No shelf."))));
    failures.frameworkEvent(new FrameworkEvent(FrameworkEvent.STARTED, bundle, null));
    assertThat(failures.of(bundle)).hasValue("No shelf.");
  }

  @Test
  void remembersWhatWhoeverStartedItPutIntoTheLog() {
    failures.logged(
        proxy(
            LogEntry.class,
            Map.of(
                "getMessage",
                "Error while starting bundle: file:/plugins/a.jar",
                "getException",
                new BundleException("Not found: org.example.Nope", new IllegalStateException()))));
    assertThat(failures.of(bundle)).hasValue("Not found: org.example.Nope");
    assertThat(failures.of(proxy(Bundle.class, Map.of("getLocation", "file:/plugins/b.jar"))))
        .isEmpty();
  }

  @Test
  void keepsABoundedNumber() {
    failures.frameworkEvent(
        new FrameworkEvent(FrameworkEvent.ERROR, bundle, new BundleException("first")));
    Bundle other = proxy(Bundle.class, Map.of("getLocation", "file:/plugins/b.jar"));
    for (int i = 0; i < 1_000; i++) {
      failures.frameworkEvent(
          new FrameworkEvent(FrameworkEvent.ERROR, other, new BundleException("no. " + i)));
    }
    assertThat(failures.of(bundle)).isEmpty();
    assertThat(failures.of(other)).hasValue("no. 999");
  }

  private static <T> T proxy(Class<T> type, Map<String, ?> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> answers.get(method.getName())));
  }
}
