package io.loadstone.target.block.internal;

import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which devices may be targets, as {@code io.loadstone.targets.cfg} says; none by default. */
final class AllowedDevices {
  private static final String FILE = "io.loadstone.targets.cfg";

  private final List<String> names;

  private AllowedDevices(List<String> names) {
    this.names = names;
  }

  /**
   * Reads the configuration.
   *
   * @param allowed names; an element may hold several, parted by commas
   * @throws IllegalArgumentException if one is no name of a device
   */
  static AllowedDevices of(String @Nullable [] allowed) {
    List<String> names = new ArrayList<>();
    for (String element : allowed == null ? new String[0] : allowed) {
      for (String one : element.split(",", -1)) {
        if (!one.isBlank()) {
          names.add(checked(one.strip()));
        }
      }
    }
    return new AllowedDevices(List.copyOf(names));
  }

  private static String checked(String name) {
    if (!name.startsWith("/dev/") && !name.matches("(serial|wwn)=.+")) {
      throw new IllegalArgumentException(
          FILE
              + ": allowedDevices has \""
              + name
              + "\"; allowed are paths below /dev, serial=… and wwn=…, parted by commas");
    }
    return name;
  }

  /** Whether a device, or the one that it is a partition of, may be a target. */
  boolean contain(Devices devices, Device device) {
    return names.stream().anyMatch(name -> allows(devices, name, device));
  }

  private static boolean allows(Devices devices, String name, Device device) {
    if (name.startsWith("serial=")) {
      return device.hasSerial(name.substring("serial=".length()));
    }
    if (name.startsWith("wwn=")) {
      return device.hasWwn(name.substring("wwn=".length()));
    }
    return devices
        .under(Path.of(name))
        .filter(d -> d.folder().equals(device.folder()) || d.folder().equals(device.whole()))
        .isPresent();
  }

  /** Refuses a device that is not among them. */
  void check(Devices devices, Device device) throws TargetRefusedException {
    if (!contain(devices, device)) {
      String lasting =
          device
              .serial()
              .map(serial -> "serial=" + serial)
              .orElse("/dev/" + device.name().replace('!', '/'));
      throw new TargetRefusedException(
          Kind.SAFETY,
          "/dev/"
              + device.name().replace('!', '/')
              + " is none of the allowed devices ("
              + (names.isEmpty() ? "none" : String.join(", ", names))
              + "); if it may be driven, add "
              + lasting
              + " to allowedDevices in "
              + FILE
              + " of the config folder that `loadstone status` names");
    }
  }
}
