package io.loadstone.api.profile;

import io.loadstone.api.quantity.Durations;
import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.quantity.Percentages;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.quantity.Sweep;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetUri;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The settings that a profile was given, read with their defaults; unknown ones are refused. */
public final class ProfileSettings {
  private static final String SIZE = "size";

  private final Map<String, Profile.Setting> known;
  private final Map<String, String> given;

  /**
   * Takes the settings that were given.
   *
   * @param known the profile's settings
   * @param given by name
   * @throws InvalidValueException if one is unknown, with the nearest known name
   */
  public ProfileSettings(List<Profile.Setting> known, Map<String, String> given) {
    this.known =
        known.stream()
            .collect(Collectors.toUnmodifiableMap(Profile.Setting::name, Function.identity()));
    this.given = Map.copyOf(given);
    for (String name : given.keySet()) {
      if (!this.known.containsKey(name)) {
        String hint =
            KnownNames.nearest(name, this.known.keySet())
                .map(nearest -> " (did you mean " + nearest + "?)")
                .orElse("");
        throw new InvalidValueException(
            name,
            "the settings "
                + String.join(", ", known.stream().map(Profile.Setting::name).toList())
                + hint);
      }
    }
  }

  /** The value as text, or the default. */
  public String text(String name) {
    Profile.Setting setting = known.get(name);
    if (setting == null) {
      throw new IllegalArgumentException("the profile declares no setting " + name);
    }
    return given.getOrDefault(name, setting.defaultValue());
  }

  /** The value as a size in bytes. */
  public long sizeBytes(String name) {
    return read(name, Sizes::parseBytes);
  }

  /** The value as the length of an operation, 1 byte to 1 GiB. */
  public int operationBytes(String name) {
    long bytes = sizeBytes(name);
    if (bytes < 1 || bytes > 1 << 30) {
      throw new InvalidValueException(name + "=" + text(name), "a size from 1 byte to 1GiB");
    }
    return (int) bytes;
  }

  /** The value as a time. */
  public Duration duration(String name) {
    return read(name, Durations::parse);
  }

  /** The value as a sweep. */
  public Sweep sweep(String name) {
    return read(name, Sweep::parse);
  }

  /** The value as a number from 1 to {@link Sweep#MAX_VALUE}. */
  public int count(String name) {
    Sweep sweep = sweep(name);
    if (sweep.values().size() != 1) {
      throw new InvalidValueException(name + "=" + text(name), "a single number");
    }
    return sweep.values().getFirst();
  }

  /**
   * The value as one of a few words.
   *
   * @param allowed the words
   */
  public String oneOf(String name, List<String> allowed) {
    String value = text(name);
    if (!allowed.contains(value)) {
      throw new InvalidValueException(name + "=" + value, String.join(", ", allowed));
    }
    return value;
  }

  /** The value as a share of 100. */
  public double percent(String name) {
    return read(name, Percentages::parse);
  }

  /** The value as a layout, in small letters. */
  public Layout layout(String name) {
    List<String> words =
        Arrays.stream(Layout.values()).map(l -> l.name().toLowerCase(Locale.ROOT)).toList();
    return Layout.valueOf(oneOf(name, words).toUpperCase(Locale.ROOT));
  }

  /**
   * The targets to drive: those that were asked for, or a file of the profile's own. The setting
   * {@code size} is the size of the latter; if somebody gave it, it also goes to every target that
   * was asked for without a size.
   *
   * @param asked may be empty
   * @param ownFile name of the profile's own file, in the agent's folder of targets
   */
  public List<TargetUri> targets(List<TargetUri> asked, String ownFile) {
    String size = Sizes.format(sizeBytes(SIZE));
    if (asked.isEmpty()) {
      return List.of(new TargetUri("file", ownFile, Map.of(SIZE, size)));
    }
    return given.containsKey(SIZE)
        ? asked.stream().map(target -> withSize(target, size)).toList()
        : List.copyOf(asked);
  }

  private static TargetUri withSize(TargetUri target, String size) {
    Map<String, String> parameters = new HashMap<>(target.parameters());
    parameters.putIfAbsent(SIZE, size);
    return new TargetUri(target.scheme(), target.path(), parameters);
  }

  private <T> T read(String name, Function<String, T> parser) {
    try {
      return parser.apply(text(name));
    } catch (InvalidValueException e) {
      throw new InvalidValueException(name + "=" + e.value(), e.allowed());
    }
  }
}
