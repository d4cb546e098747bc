package io.loadstone.engine.uring.internal;

import io.loadstone.api.engine.EngineOption;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.NativeIoException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a plan may set about io_uring, and where it can't be had. */
final class UringOptions {
  static final EngineOption SQPOLL =
      EngineOption.onOff(
          "sqpoll",
          "a thread of the kernel takes operations over without a system call; it keeps a core of"
              + " its own busy.");
  static final EngineOption IOPOLL =
      EngineOption.onOff(
          "iopoll",
          "the device is polled instead of waiting for its interrupt; for direct I/O on devices with"
              + " queues for that.");

  /** Why a polled operation can't be performed. */
  static final String NOT_POLLED =
      "iopoll: an operation failed with EOPNOTSUPP (95): its file system or device can't be polled;"
          + " leave iopoll out";

  private UringOptions() {}

  /** Why these targets can't be polled; empty if they can, or only the first operation tells. */
  static Optional<String> unpolled(List<TargetTraits> targets, Map<String, String> engineOptions) {
    return IOPOLL.isOn(engineOptions)
        ? targets.stream().flatMap(target -> unpolled(target).stream()).findFirst()
        : Optional.empty();
  }

  private static Optional<String> unpolled(TargetTraits target) {
    if (!target.direct()) {
      return Optional.of(
          "iopoll needs direct I/O, and "
              + target.uri()
              + " goes through the page cache; say direct: required, or leave iopoll out");
    }
    return target.path().filter(file -> pollQueues(file.path()).equals("0")).isPresent()
        ? Optional.of(
            "the device of "
                + target.uri()
                + " has no queues for polling (its queue/io_poll is 0); an administrator can give"
                + " its driver some, as with the kernel parameter nvme.poll_queues=2, or leave iopoll"
                + " out")
        : Optional.empty();
  }

  /** What sysfs says of the device that holds a path, or that it is; empty if it says nothing. */
  private static String pollQueues(Path path) {
    try {
      // A file that is yet to be made will lie on the device of its folder.
      Path folder = path.getParent();
      FileStatus status = FileStatus.of(Files.exists(path) || folder == null ? path : folder);
      Path device =
          Path.of(
              "/sys/dev/block/"
                  + (status.isBlockDevice()
                      ? status.specialMajor() + ":" + status.specialMinor()
                      : status.deviceMajor() + ":" + status.deviceMinor()));
      // A partition has no queue of its own.
      Path real = device.toRealPath();
      Path queue = real.resolve("queue");
      return Files.readString(
              (Files.exists(queue) ? queue : real.resolveSibling("queue")).resolve("io_poll"))
          .strip();
    } catch (NativeIoException _) {
      return ""; // said when it is opened
    } catch (IOException _) {
      return ""; // file systems without a device of their own, such as NFS and tmpfs
    }
  }
}
