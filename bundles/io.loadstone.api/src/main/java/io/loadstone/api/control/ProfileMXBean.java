package io.loadstone.api.control;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** One profile; {@code io.loadstone:type=Profile,name="…"}. It is there while the profile is. */
@ProviderType
public interface ProfileMXBean {
  /** As {@link AgentMXBean#startProfile} takes it. */
  String getName();

  /** One sentence: what it measures. */
  String getDescription();

  /** Each as {@code name=default: what it does}. */
  List<String> getSettings();
}
