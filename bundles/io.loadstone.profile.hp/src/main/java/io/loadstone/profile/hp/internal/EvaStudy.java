package io.loadstone.profile.hp.internal;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.profile.Profile.Setting;
import io.loadstone.api.profile.ProfileSettings;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What the study in full length and its quick form have in common. */
final class EvaStudy {
  private static final int KIB = 1024;

  private static final List<AccessSpecification> WORKLOADS =
      List.of(
          AccessSpecification.of("heavily used file share", 64 * KIB, 50, 50),
          AccessSpecification.of("Exchange database", 8 * KIB, 60, 100),
          AccessSpecification.of("data warehouse", 256 * KIB, 80, 0),
          AccessSpecification.of("Exchange log", 8 * KIB, 0, 0));

  private EvaStudy() {}

  static List<Setting> settings(String outstanding, String rampUp, String runTime) {
    return List.of(
        new Setting("outstanding", "I/Os that each worker keeps outstanding; swept", outstanding),
        new Setting("workers", "how many workers; swept", "1"),
        new Setting("rampUp", "driven before each measurement, not part of its figures", rampUp),
        new Setting("runTime", "measured in each step", runTime),
        new Setting("size", "size of the file that is laid out", "1GiB"),
        new Setting("layout", "how it is laid out: written, allocated or sparse", "written"),
        new Setting("engine", "how I/O is issued: auto or the name of an engine", "auto"));
  }

  static Plan plan(
      String name, List<Setting> known, List<TargetUri> targets, Map<String, String> given) {
    ProfileSettings settings = new ProfileSettings(known, given);
    Load load = new Load(settings.sweep("workers"), settings.sweep("outstanding"));
    Phase measure =
        new Phase.Measure(
            WORKLOADS,
            load,
            settings.duration("rampUp"),
            settings.duration("runTime"),
            1,
            Duration.ZERO);
    return Plan.of(
            name,
            settings.targets(targets, name + ".dat"),
            List.of(new Phase.Prepare(settings.layout("layout")), measure))
        .withEngine(settings.text("engine"))
        .with(name, Map.of("profile", name));
  }
}
