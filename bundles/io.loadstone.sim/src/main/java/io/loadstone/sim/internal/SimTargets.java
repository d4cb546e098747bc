package io.loadstone.sim.internal;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import io.loadstone.sim.internal.model.ArrayModel;
import io.loadstone.sim.internal.model.ArraySpec;
import io.loadstone.sim.internal.model.Disk;
import io.loadstone.sim.internal.model.LawModel;
import io.loadstone.sim.internal.model.Model;
import io.loadstone.sim.internal.model.RaidLevel;
import io.loadstone.sim.internal.model.ServiceLaw;
import io.loadstone.sim.internal.model.Stalls;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the target that a URI describes. */
final class SimTargets {
  /** The parameters of every kind, with their defaults. */
  private static final Map<String, String> COMMON =
      ordered("size", "1TiB", "seed", "1", "stalls", "");

  /** Those of {@code sim:array}. */
  private static final Map<String, String> ARRAY =
      ordered(
          "spindles", "16",
          "raid", "5",
          "stripe", "64KiB",
          "cache", "512MiB",
          "readAhead", "4MiB",
          "rpm", "15000",
          "seek", "3.5ms",
          "trackSeek", "400us",
          "transfer", "120MB/s",
          "iops", "40000",
          "bandwidth", "200MB/s",
          "latency", "100us");

  /** Those of {@code sim:law}. */
  private static final Map<String, String> LAW =
      ordered("service", "constant(1ms)", "servers", "1");

  private static final List<String> KINDS = List.of("array", "law");
  private static final int MOST_SERVERS = 1024;
  private static final long MOST_BYTES = 1L << 50;

  private SimTargets() {}

  /** The kinds with their parameters and defaults, for a person. */
  static List<String> forms() {
    return List.of(form("array", ARRAY), form("law", LAW));
  }

  private static String form(String kind, Map<String, String> own) {
    StringBuilder form = new StringBuilder("sim:" + kind + " with ");
    all(own).forEach((name, value) -> form.append(name).append('=').append(value).append(' '));
    return form.toString().strip();
  }

  /**
   * Makes it; nothing is opened.
   *
   * @throws TargetRefusedException if the URI has a kind, a parameter or a value that is not known
   */
  static SimTarget of(TargetUri uri) throws TargetRefusedException {
    return switch (uri.path()) {
      case "array" -> array(uri, new SimParameters(uri, all(ARRAY)));
      case "law" -> law(uri, new SimParameters(uri, all(LAW)));
      default ->
          throw SimParameters.refused(
              uri.text()
                  + " is no simulated target"
                  + KnownNames.nearest(uri.path(), KINDS)
                      .map(nearest -> "; did you mean sim:" + nearest + "?")
                      .orElse("; allowed: sim:array and sim:law, with parameters"));
    };
  }

  private static SimTarget array(TargetUri uri, SimParameters parameters)
      throws TargetRefusedException {
    RaidLevel raid = parameters.read("raid", RaidLevel::parse);
    int spindles = (int) parameters.number("spindles", 1, 1024);
    if (!raid.fits(spindles)) {
      throw SimParameters.refused(
          uri.text()
              + (": RAID " + raid.text() + " can't be made of " + spindles + " spindles")
              + ("; it needs " + raid.allowedSpindles()));
    }
    Disk disk =
        new Disk(
            (int) parameters.number("rpm", 1000, 1_000_000),
            parameters.durationNs("seek", Duration.ofSeconds(1)),
            parameters.durationNs("trackSeek", Duration.ofSeconds(1)),
            parameters.bytesPerSecond("transfer"));
    if (disk.trackSeekNs() > disk.seekNs()) {
      throw SimParameters.refused(
          uri.text() + ": trackSeek, the shortest seek, is longer than seek, the average one");
    }
    ArraySpec spec =
        new ArraySpec(
            size(parameters),
            spindles,
            raid,
            (int) parameters.bytes("stripe", 512, 16 << 20),
            parameters.bytes("cache", 0, MOST_BYTES),
            parameters.bytes("readAhead", 0, 1 << 30),
            disk,
            parameters.number("iops", 1, 100_000_000),
            parameters.bytesPerSecond("bandwidth"),
            parameters.durationNs("latency", Duration.ofSeconds(1)),
            seed(parameters));
    return target(uri, spec.sizeBytes(), new ArrayModel(spec), parameters);
  }

  private static SimTarget law(TargetUri uri, SimParameters parameters)
      throws TargetRefusedException {
    Model model =
        new LawModel(
            parameters.read("service", ServiceLaw::parse),
            parameters.read("servers", SimTargets::servers),
            seed(parameters));
    return target(uri, size(parameters), model, parameters);
  }

  private static int servers(String text) {
    if (text.equals("inf")) {
      return LawModel.UNLIMITED;
    }
    String allowed = "inf, or a whole number from 1 to " + MOST_SERVERS;
    try {
      int servers = Integer.parseInt(text);
      if (servers >= 1 && servers <= MOST_SERVERS) {
        return servers;
      }
    } catch (NumberFormatException e) {
      throw new InvalidValueException(text, allowed);
    }
    throw new InvalidValueException(text, allowed);
  }

  private static SimTarget target(
      TargetUri uri, long sizeBytes, Model model, SimParameters parameters)
      throws TargetRefusedException {
    Stalls stalls =
        parameters.read("stalls", text -> text.isEmpty() ? Stalls.NONE : Stalls.parse(text));
    // No page cache is in the way.
    TargetTraits traits = new TargetTraits(uri, uri.text(), sizeBytes, 1, PageCache.NONE);
    return new SimTarget(traits, new SimDevice(model, stalls));
  }

  private static long size(SimParameters parameters) throws TargetRefusedException {
    return parameters.bytes("size", 1, MOST_BYTES);
  }

  private static long seed(SimParameters parameters) throws TargetRefusedException {
    return parameters.number("seed", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static Map<String, String> all(Map<String, String> own) {
    Map<String, String> all = new LinkedHashMap<>(own);
    all.putAll(COMMON);
    return all;
  }

  private static Map<String, String> ordered(String... namesAndValues) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }
}
