package io.loadstone.target.block.internal;

import io.loadstone.api.control.LiveSettings;
import io.loadstone.api.control.PartHealth;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.linux.BlkidProbe;
import io.loadstone.linux.BlockCalls;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.Platform;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Block devices and partitions as targets, those that the configuration allows. */
@Component(
    service = {TargetProvider.class, PartHealth.class},
    configurationPid = "io.loadstone.targets",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = BlockTargetProvider.Config.class)
public final class BlockTargetProvider implements TargetProvider, PartHealth {
  /** Which devices may be targets. */
  @ObjectClassDefinition(
      name = "Loadstone targets: block devices",
      description = "Which devices may be targets; all others are refused, for reading as well.")
  @interface Config {
    /** Devices. */
    @AttributeDefinition(
        description =
            "Devices that may be targets, with their partitions, parted by commas: paths below"
                + " /dev, serial=… or wwn=…; none if left out",
        required = false)
    String[] allowedDevices();
  }

  private static final Logger LOG = LoggerFactory.getLogger(BlockTargetProvider.class);

  private final LiveSettings<AllowedDevices> allowed;
  private final Devices devices;
  private final Optional<BlkidProbe> blkid;

  /** Reads the configuration; touches no device. */
  @Activate
  public BlockTargetProvider(Config config) {
    this(
        AllowedDevices.of(config.allowedDevices()),
        new Devices(SystemRoots.HERE),
        Platform.unsupported().isPresent() ? Optional.empty() : BlkidProbe.here());
  }

  BlockTargetProvider(AllowedDevices allowed, Devices devices, Optional<BlkidProbe> blkid) {
    this.allowed = new LiveSettings<>(allowed);
    this.devices = devices;
    this.blkid = blkid;
  }

  /** For targets that are asked for from now on; open ones stay open. */
  @Modified
  void change(Config config) {
    allowed.change(() -> AllowedDevices.of(config.allowedDevices()), LOG::warn);
  }

  @Override
  public List<String> problems() {
    return allowed.problems();
  }

  @Override
  public String scheme() {
    return "block";
  }

  @Override
  public String description() {
    return "A block device or partition: block:/dev/disk/by-id/…, block:serial=… or block:wwn=…;"
        + " with ?serial=…, ?wwn=… or ?size=… it must have that.";
  }

  @Override
  public List<String> listing() {
    return new DeviceListing(devices, allowed.current()).sentences();
  }

  @Override
  public FoundTarget find(TargetUri uri, TargetUse use) throws TargetRefusedException {
    return examined(uri, use).found();
  }

  @Override
  public Target open(TargetUri uri, TargetUse use) throws TargetRefusedException, IOException {
    Finding finding = examined(uri, use);
    int flags =
        (use.writes() ? FileCalls.O_RDWR | FileCalls.O_EXCL : FileCalls.O_RDONLY)
            | FileCalls.O_NOFOLLOW
            | FileCalls.O_NONBLOCK;
    int fd = FileCalls.open(finding.node(), flags, 0);
    if (fd < 0) {
      throw Examination.unopened(finding.node(), "Opening", fd);
    }
    try {
      refuseIfSwapped(finding, fd);
      return new BlockTarget(devices, finding, fd);
    } catch (IOException | TargetRefusedException | RuntimeException e) {
      FileCalls.close(fd);
      throw e;
    }
  }

  private Finding examined(TargetUri uri, TargetUse use) throws TargetRefusedException {
    Optional<String> unsupported = Platform.unsupported();
    if (unsupported.isPresent()) {
      throw new TargetRefusedException(
          Kind.IMPOSSIBLE_NOW, "Block devices can't be targets here: " + unsupported.get());
    }
    return Examination.of(devices, allowed.current(), blkid, uri, use);
  }

  /** Between the examination and the opening another device may have come under that name. */
  private static void refuseIfSwapped(Finding finding, int fd)
      throws IOException, TargetRefusedException {
    FileStatus status = FileStatus.of(fd);
    Device device = finding.device();
    TargetTraits traits = finding.found().traits();
    if (!status.isBlockDevice()
        || !(status.specialMajor() + ":" + status.specialMinor()).equals(device.number())
        || device.sequence() != finding.sequence()
        || !device.identity().equals(traits.identity())
        || BlockCalls.sizeBytes(fd) != traits.sizeBytes()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          finding.node() + " was replaced while it was being opened; nothing was done with it");
    }
  }
}
