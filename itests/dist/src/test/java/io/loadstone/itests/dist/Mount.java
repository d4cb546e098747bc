package io.loadstone.itests.dist;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A small file system of its own for one test; it goes away with its loop device. */
final class Mount implements AutoCloseable {
  private final Path point;
  private final Path image;
  private final String device;

  private Mount(Path point, Path image, String device) {
    this.point = point;
    this.image = image;
    this.device = device;
  }

  /** A file system in memory. */
  static Mount tmpfs(int mebibytes) {
    assumeTrue(Dist.root(), "mounting a file system needs root");
    Path point = Dist.folder("tmpfs");
    Dist.tool("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "it", point.toString());
    Dist.give(point);
    return new Mount(point, point, "");
  }

  /** An ext4 in a file, through a loop device. */
  static Mount ext4(int mebibytes) {
    return ext4(mebibytes, Dist.scratch().resolve("ext4-" + System.nanoTime() + ".img"));
  }

  /** An ext4 of 32 MiB on a device of such sectors. */
  static Mount ext4WithSectors(int bytes) {
    return ext4(
        32,
        Dist.scratch().resolve("ext4-" + System.nanoTime() + ".img"),
        "--sector-size",
        Integer.toString(bytes));
  }

  /** An ext4 in this file. */
  static Mount ext4(int mebibytes, Path image, String... losetupOptions) {
    assumeTrue(Dist.root(), "mounting a file system needs root");
    assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this machine has no loop devices");
    Path point = Dist.folder("ext4");
    Dist.tool("truncate", "-s", mebibytes + "M", image.toString());
    List<String> losetup = new ArrayList<>(List.of("losetup", "--show", "-f"));
    losetup.addAll(List.of(losetupOptions));
    losetup.add(image.toString());
    String device = Dist.tool(losetup.toArray(String[]::new)).strip();
    try {
      Dist.tool("mkfs.ext4", "-q", "-E", "nodiscard", device);
      Dist.tool("mount", device, point.toString());
    } catch (AssertionError e) {
      Dist.tool("losetup", "-d", device);
      throw e;
    }
    Dist.give(point);
    return new Mount(point, image, device);
  }

  /** A btrfs on which files may take no more than that; it holds even root to it. */
  static Mount btrfsWithQuota(int mebibytes, int quotaMebibytes) {
    assumeTrue(Dist.root(), "mounting a file system needs root");
    assumeTrue(Files.exists(Path.of("/dev/loop-control")), "this machine has no loop devices");
    assumeTrue(knows("btrfs"), "the kernel has no btrfs");
    Path image = Dist.scratch().resolve("btrfs-" + System.nanoTime() + ".img");
    Path point = Dist.folder("btrfs");
    Dist.tool("truncate", "-s", mebibytes + "M", image.toString());
    Dist.tool("mkfs.btrfs", "-q", image.toString());
    String device = Dist.tool("losetup", "--show", "-f", image.toString()).strip();
    try {
      Path limited = point.resolve("limited");
      Dist.tool("mount", device, point.toString());
      Dist.tool("btrfs", "subvolume", "create", limited.toString());
      Dist.tool("btrfs", "quota", "enable", point.toString());
      Dist.tool("btrfs", "qgroup", "limit", quotaMebibytes + "M", limited.toString());
      Dist.tool("umount", point.toString());
      Dist.tool("mount", "-o", "subvol=limited", device, point.toString());
    } catch (AssertionError e) {
      Dist.tool("sh", "-c", "umount \"$1\"; losetup -d \"$2\"", "-", point.toString(), device);
      throw e;
    }
    Dist.give(point);
    return new Mount(point, image, device);
  }

  private static boolean knows(String fileSystem) {
    try {
      return Files.readString(Path.of("/proc/filesystems")).contains("\t" + fileSystem + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path point() {
    return point;
  }

  Path file(String name) {
    return point.resolve(name);
  }

  /** The loop device under an ext4. */
  String device() {
    return device;
  }

  /** The file under an ext4. */
  Path image() {
    return image;
  }

  void remount(String options) {
    Dist.tool("mount", "-o", "remount," + options, point.toString());
  }

  @Override
  public void close() {
    Dist.tool("umount", "-l", point.toString());
    if (!device.isEmpty()) {
      Dist.tool("losetup", "-d", device);
      try {
        Files.delete(image);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
