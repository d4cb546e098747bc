package io.loadstone.management.internal;

import io.loadstone.api.control.AgentMXBean.NamedRow;
import io.loadstone.api.control.AgentMXBean.ProfileRow;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What plug-ins brought, by name. */
final class Inventory {
  private final Services services;

  Inventory(Services services) {
    this.services = services;
  }

  List<NamedRow> engines() {
    return sorted(services.engines.stream().map(Inventory::row));
  }

  List<NamedRow> targets() {
    return sorted(
        services.targets.stream().map(target -> usable(target.scheme(), target.description())));
  }

  List<NamedRow> formats() {
    return sorted(
        services.formats.stream().map(format -> usable(format.name(), format.description())));
  }

  List<ProfileRow> profiles() {
    return services.profiles.stream()
        .map(p -> new ProfileRow(p.name(), p.description(), PluginBeans.settings(p)))
        .sorted(Comparator.comparing(ProfileRow::name))
        .toList();
  }

  /** See {@link io.loadstone.api.control.AgentMXBean#removeTarget}. */
  boolean remove(TargetUri target) throws IOException, TargetRefusedException {
    for (TargetProvider provider : services.targets) {
      if (provider.scheme().equals(target.scheme())) {
        return provider.remove(target);
      }
    }
    List<String> schemes = targets().stream().map(NamedRow::name).toList();
    throw Texts.unknown("kind of target", target.scheme(), schemes);
  }

  private static NamedRow row(IoEngine engine) {
    Optional<String> reason = engine.unavailable();
    return new NamedRow(
        engine.traits().name(),
        engine.traits().description(),
        reason.isEmpty(),
        reason.orElse(""),
        Stream.concat(PluginBeans.options(engine).stream(), engine.notes().stream()).toList());
  }

  private static NamedRow usable(String name, String description) {
    return new NamedRow(name, description, true, "", List.of());
  }

  private static List<NamedRow> sorted(Stream<NamedRow> rows) {
    return rows.sorted(Comparator.comparing(NamedRow::name)).toList();
  }
}
