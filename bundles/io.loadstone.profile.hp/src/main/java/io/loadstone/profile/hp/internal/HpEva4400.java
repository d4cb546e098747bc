package io.loadstone.profile.hp.internal;

import io.loadstone.api.plan.Plan;
import io.loadstone.api.profile.Profile;
import io.loadstone.api.target.TargetUri;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/** The study in full length: every number of outstanding I/Os from 1 to 40. */
@Component(service = Profile.class, property = "loadstone.profile=" + HpEva4400.NAME)
public final class HpEva4400 implements Profile {
  static final String NAME = "hp-eva4400";

  private static final List<Setting> SETTINGS = EvaStudy.settings("1..40", "3s", "30s");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "The four workloads of the HP EVA4400 study, each with 1 to 40 outstanding I/Os: where"
        + " does the array saturate?";
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
