package io.loadstone.api.engine;

import java.util.List;

/**
 * What an engine is like, so that the core never asks for its name.
 *
 * @param name short, lower case, unique: {@code uring}
 * @param description one sentence for a list
 * @param asynchronous whether one queue keeps many operations in flight. If not, every queue has
 *     depth 1 and the core gives each outstanding I/O a loop of its own
 * @param measuresTargets whether its figures are those of its targets, of real or simulated ones;
 *     {@code false} for an engine that measures the tool
 * @param preference {@code engine: auto} takes the highest that is available and drives the targets
 * @param options what a plan may set about it
 */
public record EngineTraits(
    String name,
    String description,
    boolean asynchronous,
    boolean measuresTargets,
    int preference,
    List<EngineOption> options) {
  public EngineTraits {
    options = List.copyOf(options);
  }

  /** An engine without options. */
  public EngineTraits(
      String name,
      String description,
      boolean asynchronous,
      boolean measuresTargets,
      int preference) {
    this(name, description, asynchronous, measuresTargets, preference, List.of());
  }
}
