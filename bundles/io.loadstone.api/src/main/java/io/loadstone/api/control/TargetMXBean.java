package io.loadstone.api.control;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** One kind of target; {@code io.loadstone:type=Target,name="…"}. It is there while its kind is. */
@ProviderType
public interface TargetMXBean {
  /** The scheme of its URIs. */
  String getName();

  /** One sentence: what it is, the form of its URI and its parameters. */
  String getDescription();

  /** What targets are here or allowed, one sentence each. */
  List<String> getListing();
}
