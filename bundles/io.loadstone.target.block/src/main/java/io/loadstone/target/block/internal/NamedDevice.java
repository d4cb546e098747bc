package io.loadstone.target.block.internal;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The device that a URI means.
 *
 * @param device it
 * @param node its real path, which engines open
 */
record NamedDevice(Device device, Path node) {
  private static final Set<String> PARAMETERS = Set.of("serial", "wwn", "size");
  private static final String FORMS =
      "block:/dev/disk/by-id/…, block:/dev/sdb, block:serial=… or block:wwn=…";

  /** Finds it, and holds it against what the URI says of it. */
  static NamedDevice of(Devices devices, TargetUri uri) throws TargetRefusedException {
    for (String name : uri.parameters().keySet()) {
      if (!PARAMETERS.contains(name)) {
        throw new TargetRefusedException(
            Kind.PLAN,
            uri
                + ": a block target has no parameter "
                + name
                + "; it has serial, wwn and size,"
                + " which the device must then have");
      }
    }
    NamedDevice found = find(devices, uri);
    check(uri, found.device());
    return found;
  }

  private static NamedDevice find(Devices devices, TargetUri uri) throws TargetRefusedException {
    String path = uri.path();
    if (path.startsWith("serial=")) {
      String serial = path.substring("serial=".length());
      return only(devices, uri, device -> device.hasSerial(serial));
    }
    if (path.startsWith("wwn=")) {
      String wwn = path.substring("wwn=".length());
      return only(devices, uri, device -> device.hasWwn(wwn));
    }
    if (!path.startsWith("/")) {
      throw new TargetRefusedException(Kind.PLAN, uri + " names no device; the forms are " + FORMS);
    }
    try {
      Path real = Path.of(path).toRealPath();
      Device device =
          devices
              .under(real)
              .orElseThrow(
                  () ->
                      new TargetRefusedException(
                          Kind.PLAN,
                          path
                              + " is no block device; for a file say file:"
                              + path
                              + ", the forms for a device are "
                              + FORMS));
      return new NamedDevice(device, real);
    } catch (IOException | InvalidPathException _) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          path + " does not exist, and a device is never made; lsblk lists those here");
    }
  }

  private static NamedDevice only(Devices devices, TargetUri uri, Predicate<Device> wanted)
      throws TargetRefusedException {
    List<Device> all = devices.all().stream().filter(d -> !d.isPartition()).filter(wanted).toList();
    // Of the paths to one LUN and the multipath device on top, the last is meant.
    List<Device> top =
        all.stream()
            .flatMap(d -> d.holders().stream())
            .distinct()
            .map(devices::named)
            .flatMap(Optional::stream)
            .filter(
                d ->
                    SystemRoots.text(d.folder().resolve("dm/uuid"))
                        .filter(uuid -> uuid.startsWith("mpath-"))
                        .isPresent())
            .toList();
    List<Device> chosen = top.isEmpty() ? all : top;
    if (chosen.size() != 1) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          uri
              + (chosen.isEmpty()
                  ? " names no device of this machine; lsblk lists those here"
                  : " is the name of several devices: "
                      + chosen.stream().map(Device::name).collect(Collectors.joining(", "))
                      + "; name one by its path"));
    }
    Device device = chosen.getFirst();
    Path node = devices.node(device);
    if (!devices.isNode(node, device)) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          uri + " is " + device.name() + ", and there is no " + node + "; name it by its path");
    }
    return new NamedDevice(device, node);
  }

  private static void check(TargetUri uri, Device device) throws TargetRefusedException {
    Optional<String> serial = uri.parameter("serial");
    if (serial.isPresent() && !device.hasSerial(serial.get())) {
      throw differs(uri, device, "serial", device.serial().orElse("none"));
    }
    Optional<String> wwn = uri.parameter("wwn");
    if (wwn.isPresent() && !device.hasWwn(wwn.get())) {
      throw differs(uri, device, "wwn", device.wwn().orElse("none"));
    }
    try {
      Optional<Long> size = uri.parameter("size").map(Sizes::parseBytes);
      if (size.isPresent() && size.get() != device.sizeBytes()) {
        throw differs(uri, device, "size", Sizes.format(device.sizeBytes()));
      }
    } catch (InvalidValueException e) {
      throw new TargetRefusedException(Kind.PLAN, uri + ": size: " + e.getMessage());
    }
  }

  private static TargetRefusedException differs(
      TargetUri uri, Device device, String what, String has) {
    return new TargetRefusedException(
        Kind.SAFETY,
        uri
            + " leads to "
            + device.name()
            + ", whose "
            + what
            + " is "
            + has
            + "; it is not the device that the plan means");
  }
}
