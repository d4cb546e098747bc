package io.loadstone.profile.netapp.internal;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.profile.ProfileSettings;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/** Many shallow workers, as virtual machines make them; run once for each protocol. */
@Component(service = Profile.class, property = "loadstone.profile=" + NetappProtocols.NAME)
public final class NetappProtocols implements Profile {
  static final String NAME = "netapp-protocols";

  private static final double READ_PERCENT = 75;
  private static final double RANDOM_PERCENT = 100;

  private static final List<AccessSpecification> WORKLOADS =
      List.of(
          AccessSpecification.of("4 KiB OLTP", 4096, READ_PERCENT, RANDOM_PERCENT),
          AccessSpecification.of("8 KiB OLTP", 8192, READ_PERCENT, RANDOM_PERCENT));

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting("workers", "how many workers; swept", "32,96,160"),
          new Setting("outstanding", "I/Os that each worker keeps outstanding; swept", "4"),
          new Setting("rampUp", "driven before each measurement, not part of its figures", "3s"),
          new Setting("runTime", "measured in each step", "30s"),
          new Setting("size", "size of the file that is laid out", "1GiB"),
          new Setting("layout", "how it is laid out: written, allocated or sparse", "written"),
          new Setting("engine", "how I/O is issued: auto or the name of an engine", "auto"));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "The NetApp comparison of protocols: 4 KiB and 8 KiB, 75% read, all random, with 32, 96"
        + " and 160 workers of depth 4; label each run with its protocol.";
  }

  @Override
  public List<Setting> settings() {
    return SETTINGS;
  }

  @Override
  public Plan plan(List<TargetUri> targets, Map<String, String> given) {
    ProfileSettings settings = new ProfileSettings(SETTINGS, given);
    Phase measure =
        new Phase.Measure(
            WORKLOADS,
            new Load(settings.sweep("workers"), settings.sweep("outstanding")),
            settings.duration("rampUp"),
            settings.duration("runTime"),
            1,
            Duration.ZERO);
    return Plan.of(
            NAME,
            settings.targets(targets, NAME + ".dat"),
            List.of(new Phase.Prepare(settings.layout("layout")), measure))
        .withEngine(settings.text("engine"))
        .with(NAME, Map.of("profile", NAME));
  }
}
