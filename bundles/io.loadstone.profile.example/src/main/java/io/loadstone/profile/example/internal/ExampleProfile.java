package io.loadstone.profile.example.internal;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.profile.ProfileSettings;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/**
 * A profile to copy. It is an OSGi service by this one annotation: drop the jar into {@code
 * plugins/}, and {@code loadstone profiles} lists it.
 */
// The property is how the agent finds a profile; it must be the name.
@Component(service = Profile.class, property = "loadstone.profile=" + ExampleProfile.NAME)
public final class ExampleProfile implements Profile {
  static final String NAME = "example";

  // Everything that somebody may want to change is a setting with a default. The text is read by
  // ProfileSettings, which knows sizes, times, shares and sweeps and words the errors.
  private static final List<Setting> SETTINGS =
      List.of(
          new Setting("blockSize", "length of each operation", "4KiB"),
          new Setting("outstanding", "I/Os kept outstanding; swept", "1..16 x2"),
          new Setting("runTime", "measured in each step", "10s"),
          new Setting("size", "size of the file that is laid out", "256MiB"));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Random reads of one size: the skeleton for profiles of your own.";
  }

  @Override
  public List<Setting> settings() {
    return SETTINGS;
  }

  // A profile only makes a plan; it does no I/O and keeps no state. What the plan may touch is
  // decided further down, by the targets.
  @Override
  public Plan plan(List<TargetUri> targets, Map<String, String> given) {
    // Refuses unknown settings, with the nearest known name.
    ProfileSettings settings = new ProfileSettings(SETTINGS, given);

    int blockSizeBytes = settings.operationBytes("blockSize");
    AccessSpecification reads =
        AccessSpecification.of("random reads", blockSizeBytes, /* readPercent= */ 100, 100);
    Phase measure =
        new Phase.Measure(
            List.of(reads),
            new Load(Sweep.of(1), settings.sweep("outstanding")),
            Duration.ofSeconds(1),
            settings.duration("runTime"),
            1,
            Duration.ZERO);
    return Plan.of(
        NAME,
        // The targets of the command line, or a file of our own in the agent's folder of targets.
        settings.targets(targets, "example.dat"),
        List.of(new Phase.Prepare(Layout.WRITTEN), measure));
  }
}
