package io.loadstone.api.plan;

import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.TargetUri;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What to do. Immutable and complete: every default is filled in, every value is in bytes and
 * nanoseconds.
 *
 * @param name 1 to 127 characters
 * @param targets 1 or more; every worker spreads its operations over all of them in turn
 * @param engine name of an engine, or {@link #ENGINE_AUTO}
 * @param engineOptions values by the name of an option of the engine, in the order of their names
 * @param direct whether the page cache is bypassed
 * @param onError when failed operations end the run
 * @param overwrite whether content that Loadstone did not write may be overwritten
 * @param destroy names of devices, exports and LUNs that may be destroyed, such as serials
 * @param removeAfter whether targets that Loadstone made are removed when the run ends
 * @param seed of every random stream; the same plan and seed issue the same operations
 * @param labels factors of a study, in the order of their names
 * @param phases 1 or more, in order
 */
public record Plan(
    String name,
    List<TargetUri> targets,
    String engine,
    Map<String, String> engineOptions,
    DirectMode direct,
    ErrorPolicy onError,
    boolean overwrite,
    List<String> destroy,
    boolean removeAfter,
    long seed,
    Map<String, String> labels,
    List<Phase> phases) {
  /** Lets the agent choose the engine. */
  public static final String ENGINE_AUTO = "auto";

  /** The seed of a plan that names none. */
  public static final long DEFAULT_SEED = 1;

  public Plan {
    targets = List.copyOf(targets);
    engineOptions = Collections.unmodifiableMap(new TreeMap<>(engineOptions));
    destroy = List.copyOf(destroy);
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    phases = List.copyOf(phases);
  }

  /** A plan with every default: engine auto, direct where possible, stop at the first error. */
  public static Plan of(String name, List<TargetUri> targets, List<Phase> phases) {
    return new Plan(
        name,
        targets,
        ENGINE_AUTO,
        Map.of(),
        DirectMode.AUTO,
        ErrorPolicy.STOP,
        false,
        List.of(),
        false,
        DEFAULT_SEED,
        Map.of(),
        phases);
  }

  /** The same plan on another engine. */
  public Plan withEngine(String newEngine) {
    return new Plan(
        name,
        targets,
        newEngine,
        engineOptions,
        direct,
        onError,
        overwrite,
        destroy,
        removeAfter,
        seed,
        labels,
        phases);
  }

  /** The same plan under another name and with more labels; a label given here wins. */
  public Plan with(String newName, Map<String, String> moreLabels) {
    Map<String, String> merged = new TreeMap<>(labels);
    merged.putAll(moreLabels);
    return new Plan(
        newName,
        targets,
        engine,
        engineOptions,
        direct,
        onError,
        overwrite,
        destroy,
        removeAfter,
        seed,
        merged,
        phases);
  }
}
