package io.loadstone.target.block.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out who uses a device: the whole tree, since what is mounted on a partition is destroyed
 * through its disk, and what is mounted below a loop device through that.
 */
final class InUse {
  private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

  private final Devices devices;

  InUse(Devices devices) {
    this.devices = devices;
  }

  /**
   * The first use that is found.
   *
   * @return what the device is and the cure, to be put behind its name; empty if nobody uses it
   * @throws IOException if the kernel's tables can't be read
   */
  Optional<String> of(Device device) throws IOException {
    return of(device, new LinkedHashSet<>());
  }

  private Optional<String> of(Device device, Set<String> above) throws IOException {
    above.add(device.name());
    for (Device part : family(device)) {
      String through = part.name().equals(device.name()) ? "" : ", through " + part.name();
      Optional<String> mounted = mounted(part, through);
      Optional<String> swap = swap(part, through);
      Optional<String> use =
          mounted
              .or(() -> swap)
              .or(() -> holder(part, through, above))
              .or(() -> loop(part, through, above));
      if (use.isPresent()) {
        return use;
      }
    }
    for (Device below : below(device)) {
      if (!above.contains(below.name())) {
        Optional<String> use = of(below, above);
        if (use.isPresent()) {
          return Optional.of("lies on " + below.name() + ", which " + use.get());
        }
      }
    }
    return Optional.empty();
  }

  /** The device, its partitions, and the device that it is a partition of. */
  private List<Device> family(Device device) {
    List<Device> family = new ArrayList<>(List.of(device));
    device.partitions().forEach(name -> devices.named(name).ifPresent(family::add));
    if (device.isPartition()) {
      devices.named(String.valueOf(device.whole().getFileName())).ifPresent(family::add);
    }
    return family;
  }

  /** What a device is made of. */
  private List<Device> below(Device device) {
    List<Device> below = new ArrayList<>();
    for (Device part : family(device)) {
      part.slaves().forEach(name -> devices.named(name).ifPresent(below::add));
    }
    device.backing().map(Path::of).flatMap(devices::under).ifPresent(below::add);
    return below;
  }

  private Optional<String> mounted(Device device, String through) throws IOException {
    for (String line : devices.roots().table("self/mountinfo")) {
      // 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
      String[] halves = line.split(" - ", 2);
      String[] left = halves[0].split(" ", -1);
      String[] right = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
      if (left.length < 5 || right.length < 2) {
        continue;
      }
      // A file system that may spread over several devices has a number of its own.
      boolean here =
          left[2].equals(device.number())
              || (left[2].startsWith("0:")
                  && right[1].startsWith("/")
                  && devices.same(Path.of(unescaped(right[1])), device));
      if (here) {
        String point = unescaped(left[4]);
        return Optional.of("is mounted on " + point + through + "; umount " + point + " first");
      }
    }
    return Optional.empty();
  }

  private Optional<String> swap(Device device, String through) throws IOException {
    for (String line : devices.roots().table("swaps")) {
      // /dev/sda2   partition   1048572   0   -2
      String name = unescaped(line.split("\\s", 2)[0]);
      if (name.startsWith("/") && devices.same(Path.of(name), device)) {
        return Optional.of("is swap space in use" + through + "; swapoff " + name + " first");
      }
    }
    return Optional.empty();
  }

  private Optional<String> holder(Device device, String through, Set<String> above) {
    return device.holders().stream()
        .filter(name -> !above.contains(name))
        .findFirst()
        .map(
            name ->
                "is part of "
                    + devices.named(name).map(this::called).orElse(name)
                    + through
                    + "; take that as the target, or dissolve it first");
  }

  private String called(Device holder) {
    return SystemRoots.text(holder.folder().resolve("dm/name"))
        .map(name -> holder.name() + " (/dev/mapper/" + name + ")")
        .orElse(holder.name());
  }

  private Optional<String> loop(Device device, String through, Set<String> above) {
    for (Device other : devices.all()) {
      Optional<String> backing = other.backing();
      if (backing.isEmpty() || above.contains(other.name()) || other.isPartition()) {
        continue;
      }
      boolean twin = !other.name().equals(device.name()) && backing.equals(device.backing());
      if (devices.same(Path.of(backing.get()), device)
          || (twin && !device.whole().equals(other.whole()))) {
        return Optional.of(
            "is what the device "
                + other.name()
                + " is kept in"
                + through
                + "; losetup -d /dev/"
                + other.name()
                + " first");
      }
    }
    return Optional.empty();
  }

  /** A field of a table of the kernel, which writes a blank as {@code \\040}. */
  private static String unescaped(String field) {
    Matcher octal = OCTAL.matcher(field);
    return octal.replaceAll(
        m -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(m.group(1), 8))));
  }
}
