package io.loadstone.api.plan;

import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Plans as text. An OSGi service.
 *
 * <p><b>Threads:</b> any, at the same time.
 */
@ProviderType
public interface PlanText {
  /**
   * Reads a plan from YAML or JSON, in the short or the long form.
   *
   * @param text the plan
   * @param source where it came from, for messages
   * @param overrides fields that replace those of the text, by path: {@code runTime}, {@code
   *     load.outstanding}, {@code workloads[0].read}; the values are YAML scalars or flow lists
   * @throws InvalidPlanException if the text is no valid plan, with every problem found
   */
  Plan read(String text, String source, Map<String, String> overrides) throws InvalidPlanException;

  /** The plan as YAML that {@link #read} takes back to an equal plan. */
  String toYaml(Plan plan);

  /** The JSON Schema (2020-12) of plans. */
  String schema();
}
