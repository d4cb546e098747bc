package io.loadstone.management.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.control.AgentMXBean.PluginRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class PluginHealthTest {
  @Test
  void takesTheSentenceOutOfAStackTrace() {
    String trace =
        """
        java.lang.reflect.InvocationTargetException
        \tat java.base/jdk.internal.reflect.X.newInstance(X.java:1)
        Caused by: java.lang.IllegalStateException: The control endpoint can't listen on 127.0.0.1 port 8778.
        \tat io.loadstone.http.internal.HttpEndpoint.<init>(HttpEndpoint.java:1)
        Caused by: java.net.BindException: Address already in use
        \t... 3 more
        """;
    assertThat(PluginHealth.message(trace))
        .isEqualTo("The control endpoint can't listen on 127.0.0.1 port 8778.");
    assertThat(PluginHealth.message("java.lang.NullPointerException"))
        .isEqualTo("java.lang.NullPointerException");
    assertThat(PluginHealth.message("just words")).isEqualTo("just words");
    assertThat(PluginHealth.message(null)).isEqualTo("the log says why.");
  }

  @Test
  void writesARequirementAsPeopleDo() {
    assertThat(
            PluginHealth.readable(
                "(&(osgi.wiring.package=com.nowhere)(version>=1.0.0)(!(version>=2.0.0)))"))
        .isEqualTo("com.nowhere [1.0.0,2.0.0)");
    assertThat(PluginHealth.readable("(&(osgi.wiring.bundle=x.y)(bundle-version>=1.2.0))"))
        .isEqualTo("x.y 1.2.0 or later");
    assertThat(PluginHealth.readable("(osgi.wiring.package=a.b)")).isEqualTo("a.b");
    assertThat(PluginHealth.readable("(a=b)")).isEqualTo("(a=b)");
  }

  @Test
  void namesTheRootBeforeThoseThatWait() {
    assertThat(
            PluginHealth.problems(
                List.of(
                    new PluginRow("core", "1", "active", "RunRegistry waits for Store."),
                    new PluginRow("fine", "1", "active", ""),
                    new PluginRow("store", "1", "active", "Store failed: no space."))))
        .containsExactly(
            "The bundle store is active: Store failed: no space.",
            "The bundle core is active: RunRegistry waits for Store.");
  }

  @Test
  void givesABundleTheCauseThatItsServiceTellsUnlessItHasOne() {
    PluginRow store = new PluginRow("store", "1", "active", "");
    PluginRow core = new PluginRow("core", "1", "active", "it waits");
    assertThat(PluginHealth.with(List.of(store, core), "store", "The disk is full."))
        .containsExactly(new PluginRow("store", "1", "active", "The disk is full."), core);
    assertThat(PluginHealth.with(List.of(core), "core", "The disk is full.")).containsExactly(core);
  }
}
