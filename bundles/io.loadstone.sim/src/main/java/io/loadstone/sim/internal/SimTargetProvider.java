package io.loadstone.sim.internal;

import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;

/** Knows {@code sim:}, the simulated devices. Each run has a new one, in its first state. */
@Component(service = TargetProvider.class, property = "loadstone.target=sim")
public final class SimTargetProvider implements TargetProvider {
  @Override
  public String scheme() {
    return SimTarget.SCHEME;
  }

  @Override
  public String description() {
    return "A simulated device, in real time: sim:array?spindles=16&raid=5&cache=512MiB, or"
        + " sim:law?service=exponential(1ms)&servers=1.";
  }

  @Override
  public List<String> listing() {
    return SimTargets.forms();
  }

  @Override
  public TargetPreview preview(TargetUri uri, TargetUse use) {
    try {
      SimTarget target = SimTargets.of(uri);
      return new TargetPreview(
          uri,
          target.identity(),
          target.sizeBytes(),
          target.pageCache(),
          target.alignmentBytes(),
          List.of("nothing is read, written or destroyed: " + target.description()),
          List.of("the figures are those of a model; it keeps no data, so that nothing verifies"),
          Optional.empty());
    } catch (TargetRefusedException e) {
      return TargetPreview.refused(uri, e.refusal());
    }
  }

  @Override
  public Target open(TargetUri uri, TargetUse use) throws TargetRefusedException {
    return SimTargets.of(uri);
  }

  @Override
  public boolean remove(TargetUri uri) {
    return false;
  }
}
