package io.loadstone.profile.crystaldiskmark.internal;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.Load;
import io.loadstone.api.plan.Phase;
import io.loadstone.api.plan.Plan;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.profile.ProfileSettings;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.Percentages;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/**
 * Each row in each direction is a measure phase: all rows are read, then written, then mixed. The
 * labels tell an exporter which edition's report fits the run.
 */
@Component(service = Profile.class, property = "loadstone.profile=" + CrystalDiskMark.NAME)
public final class CrystalDiskMark implements Profile {
  static final String NAME = "crystaldiskmark";

  private static final String NO_MIX = "off";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Measures as CrystalDiskMark does, edition 3 or 8; export the run with --format"
        + " crystaldiskmark for its report.";
  }

  @Override
  public List<Setting> settings() {
    return settings(Edition.EIGHT, Map.of());
  }

  // Some defaults follow other settings: the size the edition, the ramp-up the run time.
  private static List<Setting> settings(Edition edition, Map<String, String> given) {
    String runTime = "5s";
    return List.of(
        new Setting("edition", "whose rows and report: 3 or 8", edition.number()),
        new Setting("preset", "edition 8: default, nvme, peak or realworld", "default"),
        new Setting(
            "mix", "edition 8: share of reads of rows that read and write at once, or off", NO_MIX),
        new Setting("passes", "measurements of each row; the report keeps the best", "5"),
        new Setting("runTime", "length of each measurement", runTime),
        new Setting(
            "rampUp",
            "driven before each measurement and thrown away, as CrystalDiskMark throws its first"
                + " run away; as long as the run time if not given",
            given.getOrDefault("runTime", runTime)),
        new Setting("pause", "waited before each measurement (the interval)", "5s"),
        new Setting(
            "size", "size of the file that is laid out; 4000MiB in edition 3", edition.size()),
        new Setting("layout", "how it is laid out: written, allocated or sparse", "written"),
        new Setting("engine", "how I/O is issued: auto or the name of an engine", "auto"));
  }

  @Override
  public Plan plan(List<TargetUri> targets, Map<String, String> given) {
    Edition edition = Edition.of(new ProfileSettings(settings(), given).text("edition"));
    ProfileSettings settings = new ProfileSettings(settings(edition, given), given);
    Map<String, List<Row>> presets = edition.presets();
    String preset = settings.oneOf("preset", List.copyOf(presets.keySet()));
    List<Row> rows = presets.getOrDefault(preset, List.of());

    List<Phase> phases = new ArrayList<>();
    phases.add(new Phase.Prepare(settings.layout("layout")));
    rows.forEach(row -> phases.add(measure(row, row.workload("read", 100), settings)));
    rows.forEach(row -> phases.add(measure(row, row.workload("write", 0), settings)));
    Map<String, String> labels = new HashMap<>();
    labels.put("profile", NAME);
    labels.put("edition", edition.number());
    labels.put("preset", preset);
    if (!settings.text("mix").equals(NO_MIX)) {
      double readPercent = mix(edition, settings);
      rows.forEach(row -> phases.add(measure(row, row.workload("mix", readPercent), settings)));
      labels.put("mix", Percentages.format(readPercent).replace("%", ""));
    }
    return Plan.of(NAME, settings.targets(targets, NAME + ".dat"), phases)
        .withEngine(settings.text("engine"))
        .with(NAME, labels);
  }

  private static double mix(Edition edition, ProfileSettings settings) {
    String written = "mix=" + settings.text("mix");
    if (!edition.mixes()) {
      throw new InvalidValueException(written, "off; edition 3 has no mixed rows");
    }
    try {
      double readPercent = settings.percent("mix");
      // A row of reads or writes alone would be one of the others again.
      if (readPercent > 0 && readPercent < 100) {
        return readPercent;
      }
    } catch (InvalidValueException _) {
      // Refused below, together with 0 and 100.
    }
    throw new InvalidValueException(
        written, "off, or the share of reads above 0% and below 100%, such as 70");
  }

  private static Phase.Measure measure(
      Row row, AccessSpecification workload, ProfileSettings settings) {
    // Read first: a wrong run time is also the ramp-up's default and must not be blamed on it.
    Duration runTime = settings.duration("runTime");
    return new Phase.Measure(
        List.of(workload),
        new Load(Sweep.of(row.threads()), Sweep.of(row.queues())),
        settings.duration("rampUp"),
        runTime,
        settings.count("passes"),
        settings.duration("pause"));
  }
}
