package io.loadstone.launcher;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.slf4j.LoggerFactory;

/**
 * Refuses plug-ins that have the symbolic name of a bundle of the program. The framework itself
 * refuses one of the same version only; one of another version would stand beside the original, and
 * which of both serves would be chance. Such a bundle gets nothing that it needs, not even the
 * framework, and nobody gets anything of it, so that nothing of it runs.
 *
 * <p><b>Threads:</b> any.
 */
final class NoImpostors implements ResolverHookFactory, ResolverHook, BundleListener {
  private final Set<String> names = ConcurrentHashMap.newKeySet();

  /** Protects the name of a bundle of the program. */
  void protect(Bundle bundle) {
    if (bundle.getSymbolicName() != null) {
      names.add(bundle.getSymbolicName());
    }
  }

  private boolean isImpostor(Bundle bundle) {
    return bundle.getSymbolicName() != null
        && names.contains(bundle.getSymbolicName())
        && !AgentFramework.isOurs(bundle);
  }

  @Override
  public ResolverHook begin(Collection<BundleRevision> triggers) {
    return this;
  }

  @Override
  public void filterResolvable(Collection<BundleRevision> candidates) {
    // Not here: Felix 7 takes whatever is resolved already from everybody if anything is removed.
  }

  @Override
  public void filterSingletonCollisions(
      BundleCapability singleton, Collection<BundleCapability> collisions) {
    if (!isImpostor(singleton.getRevision().getBundle())) {
      collisions.removeIf(capability -> isImpostor(capability.getRevision().getBundle()));
    }
  }

  @Override
  public void filterMatches(
      BundleRequirement requirement, Collection<BundleCapability> candidates) {
    boolean asks = isImpostor(requirement.getRevision().getBundle());
    candidates.removeIf(capability -> asks || isImpostor(capability.getRevision().getBundle()));
  }

  @Override
  public void end() {
    // Nothing is kept of a resolution.
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    Bundle bundle = event.getBundle();
    if ((event.getType() == BundleEvent.INSTALLED || event.getType() == BundleEvent.UPDATED)
        && isImpostor(bundle)) {
      LoggerFactory.getLogger(NoImpostors.class)
          .error(
              "The plug-in {} is refused: its Bundle-SymbolicName is that of {}, which is part of"
                  + " the program and is not replaced by a plug-in; give the plug-in a name of its"
                  + " own.",
              AgentFramework.file(bundle),
              bundle.getSymbolicName());
    }
  }
}
