package io.loadstone.profile.hp.internal;

import io.loadstone.api.plan.Plan;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.target.TargetUri;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/** The short form of the study: a first look at a target, in a minute. */
@Component(service = Profile.class, property = "loadstone.profile=" + Quick.NAME)
public final class Quick implements Profile {
  static final String NAME = "quick";

  private static final List<Setting> SETTINGS = EvaStudy.settings("1,4,16,64", "1s", "3s");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "The short form of hp-eva4400: the same four workloads with 1, 4, 16 and 64 outstanding I/Os,"
        + " 3 s each.";
  }

  @Override
  public List<Setting> settings() {
    return SETTINGS;
  }

  @Override
  public Plan plan(List<TargetUri> targets, Map<String, String> settings) {
    return EvaStudy.plan(NAME, SETTINGS, targets, settings);
  }
}
