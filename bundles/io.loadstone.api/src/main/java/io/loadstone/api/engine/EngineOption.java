package io.loadstone.api.engine;

import java.util.List;
import java.util.Map;

/**
 * One thing about an engine that a plan may set, under {@code engineOptions}.
 *
 * @param name in camel case, unique in its engine: {@code sqpoll}
 * @param description one sentence: what it does, and when that is of use
 * @param values what is allowed, the default first
 */
public record EngineOption(String name, String description, List<String> values) {
  private static final String ON = "true";
  private static final String OFF = "false";

  public EngineOption {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException("the option " + name + " allows no value");
    }
  }

  /** An option that is {@code false} unless a plan says {@code true}. */
  public static EngineOption onOff(String name, String description) {
    return new EngineOption(name, description, List.of(OFF, ON));
  }

  /** What was set, or the default. */
  public String valueIn(Map<String, String> engineOptions) {
    return engineOptions.getOrDefault(name, values.getFirst());
  }

  /** Whether an {@linkplain #onOff option of that kind} was set to {@code true}. */
  public boolean isOn(Map<String, String> engineOptions) {
    return valueIn(engineOptions).equals(ON);
  }
}
