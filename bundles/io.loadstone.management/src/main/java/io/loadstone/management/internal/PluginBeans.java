package io.loadstone.management.internal;

import io.loadstone.api.control.EngineMXBean;
import io.loadstone.api.control.ProfileMXBean;
import io.loadstone.api.control.SelfExplaining;
import io.loadstone.api.control.TargetMXBean;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.target.TargetProvider;
import java.util.List;
import javax.management.StandardMBean;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** An MBean for each engine, kind of target and profile, as long as it is there. */
@Component(
    service = {},
    immediate = true)
public final class PluginBeans {
  private final NamedBeans<IoEngine> engines =
      new NamedBeans<>("Engine", engine -> engine.traits().name(), PluginBeans::bean);
  private final NamedBeans<TargetProvider> targets =
      new NamedBeans<>("Target", TargetProvider::scheme, PluginBeans::bean);
  private final NamedBeans<Profile> profiles =
      new NamedBeans<>("Profile", Profile::name, PluginBeans::bean);

  /** The component. */
  @Activate
  public PluginBeans() {}

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void addEngine(IoEngine engine) {
    engines.add(engine);
  }

  void removeEngine(IoEngine engine) {
    engines.remove(engine);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void addTarget(TargetProvider target) {
    targets.add(target);
  }

  void removeTarget(TargetProvider target) {
    targets.remove(target);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void addProfile(Profile profile) {
    profiles.add(profile);
  }

  void removeProfile(Profile profile) {
    profiles.remove(profile);
  }

  @Deactivate
  void stop() {
    engines.close();
    targets.close();
    profiles.close();
  }

  /** Its options as people read them. */
  static List<String> options(IoEngine engine) {
    return engine.traits().options().stream()
        .map(o -> o.name() + "=" + String.join("|", o.values()) + ": " + o.description())
        .toList();
  }

  private static StandardMBean bean(IoEngine engine) {
    return SelfExplaining.of(
        new EngineMXBean() {
          @Override
          public String getName() {
            return engine.traits().name();
          }

          @Override
          public String getDescription() {
            return engine.traits().description();
          }

          @Override
          public boolean isAvailable() {
            return engine.unavailable().isEmpty();
          }

          @Override
          public String getReason() {
            return engine.unavailable().orElse("");
          }

          @Override
          public boolean isAsynchronous() {
            return engine.traits().asynchronous();
          }

          @Override
          public int getPreference() {
            return engine.traits().preference();
          }

          @Override
          public List<String> getOptions() {
            return options(engine);
          }

          @Override
          public List<String> getNotes() {
            return engine.notes();
          }
        },
        EngineMXBean.class);
  }

  private static StandardMBean bean(TargetProvider target) {
    return SelfExplaining.of(
        new TargetMXBean() {
          @Override
          public String getName() {
            return target.scheme();
          }

          @Override
          public String getDescription() {
            return target.description();
          }

          @Override
          public List<String> getListing() {
            return target.listing();
          }
        },
        TargetMXBean.class);
  }

  private static StandardMBean bean(Profile profile) {
    return SelfExplaining.of(
        new ProfileMXBean() {
          @Override
          public String getName() {
            return profile.name();
          }

          @Override
          public String getDescription() {
            return profile.description();
          }

          @Override
          public List<String> getSettings() {
            return settings(profile);
          }
        },
        ProfileMXBean.class);
  }

  /** Each as {@code name=default: what it does}. */
  static List<String> settings(Profile profile) {
    return profile.settings().stream()
        .map(s -> s.name() + "=" + s.defaultValue() + ": " + s.description())
        .toList();
  }
}
