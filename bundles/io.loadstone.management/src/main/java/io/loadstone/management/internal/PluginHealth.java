package io.loadstone.management.internal;

import io.loadstone.api.control.AgentMXBean.PluginRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.resource.Namespace;
import org.osgi.resource.Requirement;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;

/** Finds out of each bundle whether it works, and if not, why. */
final class PluginHealth {
  // "Caused by: a.b.SomeException: the message" or the first line of a stack trace.
  private static final Pattern CAUSE =
      Pattern.compile(
          "^(?:Caused by: )?[\\w.$]+(?:Exception|Error)\\b(?:: (.+))?$", Pattern.MULTILINE);

  private static final Pattern WIRED_NAME = Pattern.compile("\\(osgi\\.wiring\\.\\w+=([^)]+)\\)");
  private static final Pattern FROM_VERSION =
      Pattern.compile("(?<!!)\\((?:bundle-)?version>=([^)]+)\\)");
  private static final Pattern BELOW_VERSION =
      Pattern.compile("!\\((?:bundle-)?version>=([^)]+)\\)");

  private final BundleContext context;
  private final StartFailures failures;

  PluginHealth(BundleContext context, StartFailures failures) {
    this.context = context;
    this.failures = failures;
  }

  /** Every bundle but the framework itself, by name. */
  List<PluginRow> rows(@Nullable ServiceComponentRuntime components) {
    Map<Long, String> causes = componentCauses(components);
    List<Bundle> bundles =
        Arrays.stream(context.getBundles())
            .filter(bundle -> bundle.getBundleId() != Constants.SYSTEM_BUNDLE_ID)
            .toList();
    return Stream.concat(
            bundles.stream()
                .map(bundle -> row(bundle, causes.getOrDefault(bundle.getBundleId(), ""))),
            PluginFolder.of(context).strangers(bundles, failures).stream())
        .sorted(Comparator.comparing(PluginRow::name))
        .toList();
  }

  /** A sentence for each bundle with a cause, what is likely to be the root first. */
  static List<String> problems(List<PluginRow> rows) {
    return rows.stream()
        .filter(row -> !row.cause().isEmpty())
        .sorted(Comparator.comparingInt(row -> isConsequence(row.cause()) ? 1 : 0))
        .map(
            row ->
                (row.state().equals(PluginFolder.NOT_INSTALLED) ? "The file " : "The bundle ")
                    + row.name()
                    + " is "
                    + row.state()
                    + ": "
                    + row.cause())
        .toList();
  }

  // The second is what Declarative Services say of who needs a service that failed.
  private static boolean isConsequence(String cause) {
    return cause.contains(" waits for ") || cause.contains("Unable to get service for reference");
  }

  /** The same rows, with a cause for a bundle that has none: what its service itself says. */
  static List<PluginRow> with(List<PluginRow> rows, String bundle, String cause) {
    return rows.stream()
        .map(
            row ->
                row.name().equals(bundle) && row.cause().isEmpty()
                    ? new PluginRow(row.name(), row.version(), row.state(), cause)
                    : row)
        .toList();
  }

  private PluginRow row(Bundle bundle, String componentCause) {
    String cause = bundleCause(bundle);
    return new PluginRow(
        nameOf(bundle),
        bundle.getVersion().toString(),
        stateOf(bundle),
        cause.isEmpty() ? componentCause : cause);
  }

  // A plain jar that somebody dropped in has no symbolic name.
  private static String nameOf(Bundle bundle) {
    String name = bundle.getSymbolicName();
    return name == null ? bundle.getLocation() : name;
  }

  private static String stateOf(Bundle bundle) {
    return switch (bundle.getState()) {
      case Bundle.ACTIVE -> "active";
      case Bundle.STARTING -> "starting";
      case Bundle.STOPPING -> "stopping";
      case Bundle.RESOLVED -> "resolved";
      case Bundle.INSTALLED -> "installed";
      default -> "uninstalled";
    };
  }

  private String bundleCause(Bundle bundle) {
    Optional<Bundle> original = original(bundle);
    if (original.isPresent()) {
      return PluginFolder.ofTheProgram(original.get());
    }
    if (bundle.getState() == Bundle.INSTALLED) {
      return unresolved(bundle);
    }
    BundleRevision revision = bundle.adapt(BundleRevision.class);
    boolean fragment =
        revision != null && (revision.getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
    if (bundle.getState() != Bundle.RESOLVED || fragment) {
      return "";
    }
    BundleStartLevel level = bundle.adapt(BundleStartLevel.class);
    return level != null && level.isPersistentlyStarted()
        ? "it did not start: " + failures.of(bundle).orElse("the log says why.")
        : "it was not started.";
  }

  // The launcher gives nothing to a plug-in that calls itself like a bundle of the program.
  private Optional<Bundle> original(Bundle bundle) {
    return PluginFolder.isOfTheProgram(bundle) || bundle.getSymbolicName() == null
        ? Optional.empty()
        : Arrays.stream(context.getBundles())
            .filter(PluginFolder::isOfTheProgram)
            .filter(other -> bundle.getSymbolicName().equals(other.getSymbolicName()))
            .findFirst();
  }

  private String unresolved(Bundle bundle) {
    BundleRevision revision = bundle.adapt(BundleRevision.class);
    FrameworkWiring wiring =
        context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).adapt(FrameworkWiring.class);
    if (revision == null || wiring == null) {
      return "it does not resolve; the log says why.";
    }
    String missing =
        revision.getRequirements(null).stream()
            .filter(PluginHealth::mandatory)
            .filter(requirement -> wiring.findProviders(requirement).isEmpty())
            .map(PluginHealth::describe)
            .distinct()
            .collect(Collectors.joining(", "));
    return missing.isEmpty()
        ? "it does not resolve: what it needs is there, but does not fit together or does not"
            + " resolve either; the log says more."
        : "it does not resolve: nothing here provides " + missing + ".";
  }

  private static boolean mandatory(Requirement requirement) {
    Map<String, String> directives = requirement.getDirectives();
    String effective =
        directives.getOrDefault(
            Namespace.REQUIREMENT_EFFECTIVE_DIRECTIVE, Namespace.EFFECTIVE_RESOLVE);
    return effective.equals(Namespace.EFFECTIVE_RESOLVE)
        && !Namespace.RESOLUTION_OPTIONAL.equals(
            directives.get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE));
  }

  private static String describe(Requirement requirement) {
    String filter =
        requirement.getDirectives().getOrDefault(Namespace.REQUIREMENT_FILTER_DIRECTIVE, "");
    return switch (requirement.getNamespace()) {
      case "osgi.wiring.package" -> "the package " + readable(filter);
      case "osgi.wiring.bundle", "osgi.wiring.host" -> "the bundle " + readable(filter);
      default -> requirement.getNamespace() + " " + filter;
    };
  }

  /** {@code com.example [1.0.0,2.0.0)} for the filter that stands for it. */
  static String readable(String filter) {
    Matcher name = WIRED_NAME.matcher(filter);
    if (!name.find()) {
      return filter;
    }
    Matcher from = FROM_VERSION.matcher(filter);
    Matcher below = BELOW_VERSION.matcher(filter);
    String versions =
        !from.find()
            ? ""
            : below.find()
                ? " [" + from.group(1) + "," + below.group(1) + ")"
                : " " + from.group(1) + " or later";
    return name.group(1) + versions;
  }

  private static Map<Long, String> componentCauses(@Nullable ServiceComponentRuntime components) {
    Map<Long, List<String>> causes = new TreeMap<>();
    if (components != null) {
      for (ComponentDescriptionDTO component : components.getComponentDescriptionDTOs()) {
        if (!components.isComponentEnabled(component)) {
          continue;
        }
        for (ComponentConfigurationDTO configuration :
            components.getComponentConfigurationDTOs(component)) {
          String cause = componentCause(component, configuration);
          if (!cause.isEmpty()) {
            causes.computeIfAbsent(component.bundle.id, _ -> new ArrayList<>()).add(cause);
          }
        }
      }
    }
    Map<Long, String> joined = new TreeMap<>();
    causes.forEach((bundle, sentences) -> joined.put(bundle, String.join(" ", sentences)));
    return joined;
  }

  private static String componentCause(
      ComponentDescriptionDTO component, ComponentConfigurationDTO configuration) {
    String shortName = component.name.substring(component.name.lastIndexOf('.') + 1);
    return switch (configuration.state) {
      case ComponentConfigurationDTO.FAILED_ACTIVATION ->
          shortName + " failed: " + message(configuration.failure);
      case ComponentConfigurationDTO.UNSATISFIED_REFERENCE ->
          shortName
              + " waits for "
              + Arrays.stream(configuration.unsatisfiedReferences)
                  .map(missing -> interfaceOf(component, missing.name))
                  .collect(Collectors.joining(", "))
              + ".";
      default -> "";
    };
  }

  private static String interfaceOf(ComponentDescriptionDTO component, String reference) {
    return Arrays.stream(component.references)
        .filter(known -> known.name.equals(reference))
        .map(known -> known.interfaceName)
        .findFirst()
        .orElse(reference);
  }

  /** The message of the outermost exception of a stack trace that has one. */
  static String message(@Nullable String stackTrace) {
    String text = stackTrace == null ? "" : stackTrace.strip();
    Matcher matcher = CAUSE.matcher(text);
    while (matcher.find()) {
      String message = matcher.group(1);
      if (message != null) {
        return message;
      }
    }
    return text.isEmpty() ? "the log says why." : text.lines().findFirst().orElse(text);
  }
}
