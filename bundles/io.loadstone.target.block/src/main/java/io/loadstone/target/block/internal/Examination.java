package io.loadstone.target.block.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.linux.BlkidProbe;
import io.loadstone.linux.FileCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges one device for one use, changing nothing. A preview tells its finding; an open target acts
 * on it, so that both always agree.
 */
final class Examination {
  private static final String READ_ONLY_PLAN =
      "; to only read it, give the plan phases without prepare and without writes";

  private final Devices devices;
  private final Optional<BlkidProbe> blkid;
  private final TargetUri uri;
  private final TargetUse use;
  private final NamedDevice named;
  private final Device device;
  private final List<String> effects = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private Examination(
      Devices devices,
      Optional<BlkidProbe> blkid,
      NamedDevice named,
      TargetUri uri,
      TargetUse use) {
    this.devices = devices;
    this.blkid = blkid;
    this.uri = uri;
    this.use = use;
    this.named = named;
    this.device = named.device();
  }

  static Finding of(
      Devices devices,
      AllowedDevices allowed,
      Optional<BlkidProbe> blkid,
      TargetUri uri,
      TargetUse use)
      throws TargetRefusedException {
    NamedDevice named = NamedDevice.of(devices, uri);
    allowed.check(devices, named.device());
    try {
      return new Examination(devices, blkid, named, uri, use).examine();
    } catch (IOException e) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW, named.node() + " cannot be examined: " + e.getMessage());
    }
  }

  private Finding examine() throws TargetRefusedException, IOException {
    if (device.sizeBytes() == 0) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          named.node() + " has a size of 0: it has no medium, or nothing is attached to it");
    }
    String transport = new Transport(devices).of(device);
    Optional<String> inUse = new InUse(devices).of(device);
    if (use.writes()) {
      judgeWriting(inUse);
    } else {
      int fd = opened(FileCalls.O_RDONLY, "Opening for reading");
      FileCalls.close(fd);
      effects.add(named.node() + " is only read");
      inUse.ifPresent(
          what -> warnings.add(named.node() + " " + what + "; what others do there disturbs"));
    }
    if (use.lays() && use.layout() != Layout.WRITTEN) {
      warnings.add(
          named.node()
              + ": a device has no layout; only layout: written writes every byte, and reads of what"
              + " was never written may not reach the medium");
    }
    boolean direct = use.direct() != DirectMode.OFF;
    TargetTraits traits =
        new TargetTraits(
                uri,
                device.identity(),
                device.sizeBytes(),
                direct ? device.logicalBlockBytes() : 1,
                PageCache.of(direct))
            .at(named.node(), use.writes());
    return new Finding(
        device,
        named.node(),
        transport,
        device.sequence(),
        new FoundTarget(traits, effects, warnings));
  }

  private void judgeWriting(Optional<String> inUse) throws TargetRefusedException, IOException {
    if (inUse.isPresent()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          named.node() + " is not written to, since it " + inUse.get() + READ_ONLY_PLAN);
    }
    if (device.readOnly()) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW,
          named.node()
              + " is read-only, and the plan writes; blockdev --setrw makes it writable,"
              + " or only read");
    }
    // Whoever mounted it, in whatever namespace, or keeps something in it has it exclusively.
    int fd = opened(FileCalls.O_RDONLY | FileCalls.O_EXCL, "Opening for itself alone");
    try {
      if (!Files.isWritable(named.node())) {
        throw unopened("Opening for writing", -Errno.EACCES.number());
      }
      judgeContent(fd);
    } finally {
      FileCalls.close(fd);
    }
    if (!device.isPartition()) {
      warnings.add(
          named.node()
              + ": what a run leaves in its first sectors is random, and the kernel or other programs"
              + " may take it for a partition table; wipefs -a "
              + named.node()
              + " afterwards, or a range that begins later, prevents that");
    }
  }

  private void judgeContent(int fd) throws TargetRefusedException, IOException {
    List<String> names = device.lastingNames();
    String all = Finding.describe(device, new Transport(devices).of(device));
    if (use.destroy().stream().anyMatch(names::contains)) {
      effects.add(
          "EVERYTHING on " + named.node() + " (" + all + ") may be DESTROYED, as destroy says");
      return;
    }
    List<String> partitions = device.partitions();
    if (!partitions.isEmpty()) {
      throw holds("the partitions " + String.join(", ", partitions), names);
    }
    DeviceContent content = DeviceContent.of(fd, named.node(), device.sizeBytes(), blkid);
    if (content.signature().isPresent()) {
      throw holds(content.signature().get() + " (told by " + content.judge() + ")", names);
    }
    if (content.foreign() && !use.overwrite()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          named.node()
              + " holds data that Loadstone did not write; if nobody needs it, say overwrite: true"
              + " in the plan"
              + READ_ONLY_PLAN);
    }
    effects.add(
        named.node()
            + " ("
            + all
            + ") is WRITTEN; it "
            + (content.foreign()
                ? "holds data that Loadstone did not write, which is OVERWRITTEN, as overwrite: true"
                    + " says"
                : "holds nothing but zeroes and what Loadstone wrote, as far as was looked")
            + " (signatures told by "
            + content.judge()
            + ")");
  }

  private TargetRefusedException holds(String what, List<String> names) {
    return new TargetRefusedException(
        Kind.SAFETY,
        named.node()
            + " holds "
            + what
            + ", which writing would destroy; if nobody needs it, say destroy: [ \""
            + names.getFirst()
            + "\" ] in the plan"
            + READ_ONLY_PLAN);
  }

  private int opened(int flags, String doing) throws TargetRefusedException {
    int fd = FileCalls.open(named.node(), flags | FileCalls.O_NOFOLLOW | FileCalls.O_NONBLOCK, 0);
    if (fd < 0) {
      throw unopened(doing, fd);
    }
    return fd;
  }

  private TargetRefusedException unopened(String doing, int errno) {
    return unopened(named.node(), doing, errno);
  }

  /** The refusal of a device that can't be opened. */
  static TargetRefusedException unopened(Path node, String doing, int errno) {
    Errno known = Errno.of(errno).orElse(Errno.EIO);
    String cure =
        switch (known) {
          case EBUSY ->
              "somebody has it for themselves alone: it is mounted (maybe in another namespace), or"
                  + " part of a volume, or another run writes to it; lsblk, lsof and fuser tell who";
          case EACCES, EPERM ->
              "the user of the agent ("
                  + System.getProperty("user.name")
                  + ") may not do that; add it to the group of the device, or give it the device by"
                  + " a udev rule";
          case ENXIO, ENODEV, ENOENT, ENOMEDIUM -> "it is gone, or nothing is attached to it";
          default -> Errno.meaning(errno) + "; see the kernel log";
        };
    Kind kind = known == Errno.EBUSY ? Kind.SAFETY : Kind.IMPOSSIBLE_NOW;
    return new TargetRefusedException(
        kind, doing + " " + node + " failed: " + Errno.text(errno) + ", " + cure);
  }
}
