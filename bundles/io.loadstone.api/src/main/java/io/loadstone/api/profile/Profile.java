package io.loadstone.api.profile;

import io.loadstone.api.plan.Plan;
import io.loadstone.api.target.TargetUri;
import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Makes a plan out of a few settings. An OSGi service; the commented skeleton is the bundle {@code
 * io.loadstone.profile.example}.
 *
 * <p><b>Threads:</b> any, at the same time.
 */
@ConsumerType
public interface Profile {
  /** Short, lower case, unique: {@code hp-eva4400}. */
  String name();

  /** One sentence for a list: what it measures. */
  String description();

  /** The settings that it takes, in the order to show them. */
  List<Setting> settings();

  /**
   * A plain plan.
   *
   * @param targets none for the profile's own default target
   * @param settings by name; use {@link ProfileSettings} to read them
   * @throws io.loadstone.api.quantity.InvalidValueException if a setting is unknown or its value is
   *     not allowed
   */
  Plan plan(List<TargetUri> targets, Map<String, String> settings);

  /**
   * One setting.
   *
   * @param name in camelCase with its unit if it has one
   * @param description what it does
   * @param defaultValue as text
   */
  record Setting(String name, String description, String defaultValue) {}
}
