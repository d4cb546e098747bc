package io.loadstone.target.block.internal;

import io.loadstone.linux.FileStatus;
import io.loadstone.linux.NativeIoException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds the block devices of this machine.
 *
 * @param roots where the kernel tells of them
 */
record Devices(SystemRoots roots) {
  /** All that have a size, partitions too, by name. */
  List<Device> all() {
    return SystemRoots.names(roots.sys().resolve("class/block"), "*").stream()
        .map(this::named)
        .flatMap(Optional::stream)
        .filter(device -> device.sizeBytes() > 0)
        .toList();
  }

  /** The device that the kernel calls so. */
  Optional<Device> named(String name) {
    Path entry = roots.sys().resolve("class/block").resolve(name);
    try {
      return Files.isDirectory(entry) ? Optional.of(Device.of(entry)) : Optional.empty();
    } catch (IOException _) { // unplugged meanwhile
      return Optional.empty();
    }
  }

  /** The device under a path that the kernel or a person wrote, links followed. */
  Optional<Device> under(Path path) {
    Path here =
        path.startsWith("/dev") ? roots.dev().resolve(Path.of("/dev").relativize(path)) : path;
    try {
      FileStatus status = FileStatus.of(here);
      if (status.isBlockDevice()) {
        return numbered(status.specialMajor() + ":" + status.specialMinor());
      }
      // A recorded tree has plain files where a machine has nodes.
      Path real = here.toRealPath();
      return real.startsWith(roots.dev().toRealPath()) && !roots.dev().equals(Path.of("/dev"))
          ? named(String.valueOf(real.getFileName()))
          : Optional.empty();
    } catch (IOException _) { // nothing there
      return Optional.empty();
    }
  }

  /** The device of a major and minor number. */
  Optional<Device> numbered(String number) {
    return SystemRoots.names(roots.sys().resolve("class/block"), "*").stream()
        .map(this::named)
        .flatMap(Optional::stream)
        .filter(device -> device.number().equals(number))
        .findFirst();
  }

  /** Whether two paths lead to one and the same block device. */
  boolean same(Path path, Device device) {
    return under(path).filter(found -> found.number().equals(device.number())).isPresent();
  }

  /** The node of a device. */
  Path node(Device device) {
    return roots.dev().resolve(device.name().replace('!', '/'));
  }

  /** Whether a node is there and is that device. */
  boolean isNode(Path node, Device device) {
    try {
      FileStatus status = FileStatus.of(node);
      return status.isBlockDevice()
          && (status.specialMajor() + ":" + status.specialMinor()).equals(device.number());
    } catch (NativeIoException _) { // nothing there
      return false;
    }
  }
}
