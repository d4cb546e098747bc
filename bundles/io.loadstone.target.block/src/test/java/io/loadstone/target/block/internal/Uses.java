package io.loadstone.target.block.internal;

import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetUse;
import io.loadstone.linux.BlkidProbe;
import java.util.List;
import java.util.Optional;

/** What plans want. */
final class Uses {
  static final TargetUse READ = use(false, false);
  static final TargetUse WRITE = use(true, false);
  static final TargetUse OVERWRITE = use(true, true);

  private Uses() {}

  static TargetUse destroy(String... serials) {
    return new TargetUse(true, true, Layout.WRITTEN, DirectMode.AUTO, false, List.of(serials));
  }

  static TargetUse buffered(TargetUse use) {
    return new TargetUse(
        use.writes(), use.lays(), use.layout(), DirectMode.OFF, use.overwrite(), use.destroy());
  }

  /** A provider of this machine. */
  static BlockTargetProvider allowing(String... devices) {
    return new BlockTargetProvider(
        AllowedDevices.of(devices), new Devices(SystemRoots.HERE), BlkidProbe.here());
  }

  /** The same without libblkid. */
  static BlockTargetProvider withoutBlkid(String... devices) {
    return new BlockTargetProvider(
        AllowedDevices.of(devices), new Devices(SystemRoots.HERE), Optional.empty());
  }

  private static TargetUse use(boolean writes, boolean overwrite) {
    return new TargetUse(writes, writes, Layout.WRITTEN, DirectMode.AUTO, overwrite, List.of());
  }
}
