package io.loadstone.core.internal.account;

import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.target.BlockDevice;
import io.loadstone.api.target.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the kernel's counters of the block devices behind the targets. What can't be read is
 * unknown, never an error, and the devices of some of the targets are not given out as those of
 * all.
 */
public final class DeviceMeter {
  /** Knows of no device. */
  public static final DeviceMeter NONE = new DeviceMeter(List.of());

  private static final Path DEVICES = Path.of("/sys/dev/block");
  // Documentation/block/stat.rst of Linux; sectors there are of 512 bytes, whatever the device's.
  private static final int READS = 0;
  private static final int READ_SECTORS = 2;
  private static final int WRITES = 4;
  private static final int WRITE_SECTORS = 6;
  private static final int BUSY_MS = 9;
  private static final int QUEUE_MS = 10;
  private static final long SECTOR_BYTES = 512;

  private final List<Path> counters;

  private DeviceMeter(List<Path> counters) {
    this.counters = counters;
  }

  /** The devices behind these targets. */
  public static DeviceMeter of(List<? extends Target> targets) {
    return of(targets, DEVICES);
  }

  static DeviceMeter of(List<? extends Target> targets, Path folder) {
    Set<BlockDevice> devices = new LinkedHashSet<>();
    for (Target target : targets) {
      if (target.device().isEmpty()) {
        return NONE;
      }
      devices.add(target.device().get());
    }
    List<Path> counters = new ArrayList<>();
    for (BlockDevice device : devices) {
      Path entry = folder.resolve(device.major() + ":" + device.minor());
      if (!counts(entry)) {
        return NONE;
      }
      counters.add(entry.resolve("stat"));
    }
    return new DeviceMeter(counters);
  }

  // A device can be told not to count; its counters then stand still, which is no figure. The
  // setting of a partition is that of the whole device, the folder above.
  private static boolean counts(Path entry) {
    return List.of("queue/iostats", "../queue/iostats").stream()
        .map(entry::resolve)
        .filter(Files::isReadable)
        .findFirst()
        .map(setting -> !text(setting).equals("0"))
        .orElse(true);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException _) { // unplugged
      return "";
    }
  }

  Reading read() {
    Reading sum = counters.isEmpty() ? Reading.UNKNOWN : Reading.ZERO;
    for (Path file : counters) {
      try {
        sum = sum.plus(text(file).split("\\s+", -1));
      } catch (NumberFormatException | IndexOutOfBoundsException _) {
        return Reading.UNKNOWN; // unplugged, or not as this kernel should write it
      }
    }
    return sum;
  }

  /**
   * One reading: all devices together, but for the time that each was busy.
   *
   * @param reads completed; -1 if all is unknown
   * @param queueMs time of all requests in the devices, added up
   * @param busyMs time of each with a request or more
   */
  record Reading(
      long reads, long readBytes, long writes, long writeBytes, long queueMs, List<Long> busyMs) {
    static final Reading UNKNOWN = new Reading(-1, -1, -1, -1, -1, List.of());
    private static final Reading ZERO = new Reading(0, 0, 0, 0, 0, List.of());

    private Reading plus(String[] device) {
      List<Long> busy = new ArrayList<>(busyMs);
      busy.add(Long.parseLong(device[BUSY_MS]));
      return new Reading(
          reads + Long.parseLong(device[READS]),
          readBytes + Long.parseLong(device[READ_SECTORS]) * SECTOR_BYTES,
          writes + Long.parseLong(device[WRITES]),
          writeBytes + Long.parseLong(device[WRITE_SECTORS]) * SECTOR_BYTES,
          queueMs + Long.parseLong(device[QUEUE_MS]),
          busy);
    }

    /** What was done between an earlier reading and this one. */
    DeviceFigures since(Reading earlier, long lengthNs) {
      // A device that went and came again counts from 0.
      if (reads < 0 || earlier.reads < 0 || lengthNs <= 0 || reads < earlier.reads) {
        return DeviceFigures.UNKNOWN;
      }
      long busiestMs = 0;
      for (int i = 0; i < busyMs.size(); i++) {
        busiestMs = Math.max(busiestMs, busyMs.get(i) - earlier.busyMs.get(i));
      }
      return new DeviceFigures(
          reads - earlier.reads,
          readBytes - earlier.readBytes,
          writes - earlier.writes,
          writeBytes - earlier.writeBytes,
          Math.max(0, queueMs - earlier.queueMs) * 1e6 / lengthNs,
          // The kernel counts it in ticks, which may begin before the interval.
          Math.min(100, busiestMs * 1e8 / lengthNs));
    }
  }
}
