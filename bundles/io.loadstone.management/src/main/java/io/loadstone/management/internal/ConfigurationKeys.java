package io.loadstone.management.internal;

import io.loadstone.api.quantity.KnownNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.metatype.AttributeDefinition;
import org.osgi.service.metatype.MetaTypeInformation;
import org.osgi.service.metatype.MetaTypeService;
import org.osgi.service.metatype.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds configuration files that nothing reads, and keys in the others. Whoever misspells one would
 * otherwise believe that it is set. What is known is what the bundles themselves say of their
 * configuration.
 */
@Component(
    service = {ConfigurationKeys.class, ConfigurationListener.class},
    immediate = true)
public final class ConfigurationKeys implements ConfigurationListener {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigurationKeys.class);

  // Set by File Install for what it read from a file.
  private static final String FILE = "felix.fileinstall.filename";
  private static final String SERVICE = "service.";
  private static final String CFG = ".cfg";

  private final BundleContext context;
  private final ConfigurationAdmin configurations;
  private final MetaTypeService types;
  private final ServiceComponentRuntime components;
  // Files that nothing read when they were looked at, by PID: a plug-in may come that does.
  private final Map<String, Stray> strays = new ConcurrentHashMap<>();
  private final Map<String, List<String>> problems = new ConcurrentHashMap<>();

  /** Looks at what there is. */
  @Activate
  public ConfigurationKeys(
      BundleContext context,
      @Reference ConfigurationAdmin configurations,
      @Reference MetaTypeService types,
      @Reference ServiceComponentRuntime components) {
    this.context = context;
    this.configurations = configurations;
    this.types = types;
    this.components = components;
    look(null);
  }

  @Override
  public void configurationEvent(ConfigurationEvent event) {
    problems.remove(event.getPid());
    strays.remove(event.getPid());
    if (event.getType() == ConfigurationEvent.CM_UPDATED) {
      look("(service.pid=" + event.getPid() + ")");
    }
  }

  /** A sentence for each key that means nothing, and for each such file, by file. */
  List<String> problems() {
    List<String> all = new ArrayList<>();
    new TreeMap<>(problems).values().forEach(all::addAll);
    if (!strays.isEmpty()) {
      Set<String> described = known().keySet();
      new TreeMap<>(strays).values().forEach(stray -> all.addAll(problems(stray, described)));
    }
    return all;
  }

  private void look(@Nullable String filter) {
    try {
      Configuration[] found = configurations.listConfigurations(filter);
      Map<String, Set<String>> known = known();
      for (Configuration one : found == null ? new Configuration[0] : found) {
        String file = file(one);
        if (!file.isEmpty()) {
          judge(one, file, known);
        }
      }
    } catch (IOException | InvalidSyntaxException | IllegalStateException e) {
      LOG.warn("The keys of the configuration files could not be checked: {}", e.toString());
    }
  }

  /** The name of the file that it is out of; empty if it is not out of one. */
  private static String file(Configuration one) {
    var properties = one.getProperties();
    return properties == null || properties.get(FILE) == null
        ? ""
        : String.valueOf(Path.of(String.valueOf(properties.get(FILE))).getFileName());
  }

  private void judge(Configuration one, String file, Map<String, Set<String>> known) {
    String pid = one.getFactoryPid() == null ? one.getPid() : one.getFactoryPid();
    Set<String> keys = known.get(pid);
    List<String> found;
    if (keys == null) {
      Stray stray = new Stray(file, pid);
      strays.put(one.getPid(), stray);
      found = problems(stray, known.keySet());
    } else {
      found = unknown(file, Collections.list(one.getProperties().keys()), keys);
      problems.put(one.getPid(), found);
    }
    // Errors, so that the start tells them.
    found.forEach(LOG::error);
  }

  private List<String> problems(Stray stray, Set<String> described) {
    // A component may read its configuration without saying what is in it.
    boolean read =
        described.contains(stray.pid())
            || components.getComponentDescriptionDTOs().stream()
                .anyMatch(component -> List.of(component.configurationPid).contains(stray.pid()));
    return read ? List.of() : List.of(unknownFile(stray.file(), stray.pid(), described));
  }

  /** The sentence for a file whose PID is none of the known ones. */
  static String unknownFile(String file, String pid, Set<String> known) {
    return "%s: nothing reads a file of this name%s, so it has no effect; rename or remove it. Known are: %s."
        .formatted(
            file,
            KnownNames.nearest(pid, known)
                .map(nearest -> " (did you mean " + nearest + CFG + "?)")
                .orElse(""),
            known.stream().sorted().map(name -> name + CFG).collect(Collectors.joining(", ")));
  }

  /** A sentence for each key of a file that is not among the known ones. */
  static List<String> unknown(String file, Collection<String> keys, Set<String> known) {
    List<String> sentences = new ArrayList<>();
    for (String key : new TreeSet<>(keys)) {
      if (!known.contains(key) && !key.equals(FILE) && !key.startsWith(SERVICE)) {
        sentences.add(
            "%s: nothing reads the key \"%s\"%s, so it has no effect; correct or remove it. Known are: %s."
                .formatted(
                    file,
                    key,
                    KnownNames.nearest(key, known)
                        .map(nearest -> " (did you mean \"" + nearest + "\"?)")
                        .orElse(""),
                    String.join(", ", new TreeSet<>(known))));
      }
    }
    return List.copyOf(sentences);
  }

  private Map<String, Set<String>> known() {
    Map<String, Set<String>> known = new HashMap<>();
    for (Bundle bundle : context.getBundles()) {
      MetaTypeInformation type = types.getMetaTypeInformation(bundle);
      if (type == null) {
        continue; // it is going
      }
      Stream.of(type.getPids(), type.getFactoryPids())
          .flatMap(Stream::of)
          // Several bundles may share a file, each with keys of its own.
          .forEach(
              pid ->
                  known
                      .computeIfAbsent(pid, _ -> new HashSet<>())
                      .addAll(keys(type.getObjectClassDefinition(pid, null))));
    }
    return known;
  }

  private static Set<String> keys(ObjectClassDefinition type) {
    Set<String> keys = new HashSet<>();
    for (AttributeDefinition attribute : type.getAttributeDefinitions(ObjectClassDefinition.ALL)) {
      keys.add(attribute.getID());
    }
    return keys;
  }

  /** A file with a PID that nothing was known to read. */
  private record Stray(String file, String pid) {}
}
