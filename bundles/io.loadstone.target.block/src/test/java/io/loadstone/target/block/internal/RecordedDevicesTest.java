package io.loadstone.target.block.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices that this machine does not have, as {@code /sys} of machines that have them tells. */
class RecordedDevicesTest {
  @TempDir Path dir;
  private Devices devices;

  @BeforeEach
  void roots() throws IOException {
    dir = dir.toRealPath();
    devices =
        new Devices(new SystemRoots(dir.resolve("proc"), dir.resolve("sys"), dir.resolve("dev")));
    write("dev/null", "");
  }

  @Test
  void anIscsiDiskNamesTargetPortalAndSession() throws IOException {
    Path disk = disk("platform/host3/session1/target3:0:0/3:0:0:7", "sdb", "8:16");
    write(disk.resolve("device/vendor"), "LIO-ORG \n");
    write(disk.resolve("device/model"), "lun7            \n");
    write(disk.resolve("device/vpd_pg80"), "\0\u0080\0\u00084711-007");
    write(disk.resolve("device/wwid"), "naa.60014051234567890abcdef\n");
    write("sys/class/iscsi_session/session1/targetname", "iqn.2026-12.lab:lun7\n");
    write("sys/class/iscsi_session/session1/state", "LOGGED_IN\n");
    write("sys/class/iscsi_connection/connection1:0/persistent_address", "10.0.0.7\n");
    write("sys/class/iscsi_connection/connection1:0/persistent_port", "3260\n");

    assertThat(described("sdb"))
        .isEqualTo(
            "block device sdb, LIO-ORG lun7, serial 4711-007, WWN naa.60014051234567890abcdef,"
                + " 1GiB, iSCSI iqn.2026-12.lab:lun7 at 10.0.0.7:3260, session LOGGED_IN, blocks of"
                + " 512 (physical 4096) bytes, rotational, scheduler mq-deadline");
    Device found = devices.named("sdb").orElseThrow();
    assertThat(found.hasSerial("4711-007")).isTrue();
    for (String form :
        new String[] {
          "naa.60014051234567890abcdef",
          "0x60014051234567890ABCDEF",
          "wwn-0x60014051234567890abcdef"
        }) {
      assertThat(found.hasWwn(form)).as(form).isTrue();
    }
    assertThat(found.hasWwn("0x6001405")).isFalse();
  }

  @Test
  void anNvmeOverTcpNamesSubsystemAddressAndState() throws IOException {
    Path disk = disk("virtual/nvme-fabrics/ctl/nvme1", "nvme1n1", "259:3");
    write(disk.resolve("device/transport"), "tcp\n");
    write(disk.resolve("device/subsysnqn"), "nqn.2026-12.lab:vol\n");
    write(disk.resolve("device/address"), "traddr=10.0.0.8,trsvcid=4420\n");
    write(disk.resolve("device/state"), "live\n");
    write(disk.resolve("device/serial"), "2a11\n");
    write(disk.resolve("wwid"), "uuid.9e0f7a0c-0000-4000-8000-000000000001\n");

    assertThat(described("nvme1n1"))
        .contains(
            "serial 2a11", ", NVMe/TCP nqn.2026-12.lab:vol at traddr=10.0.0.8,trsvcid=4420, live,");
  }

  @Test
  void aLocalNvmeAndAVirtioDiskSaySo() throws IOException {
    write(
        disk("pci0000:00/0000:01:00.0/nvme/nvme0", "nvme0n1", "259:0").resolve("device/transport"),
        "pcie\n");
    Path virtio = disk("pci0000:00/0000:00:02.0/virtio1", "vda", "254:0");
    write(virtio.resolve("device/vendor"), "0x1af4\n");
    write(virtio.resolve("serial"), "vol-1\n");

    assertThat(described("nvme0n1")).contains(", NVMe, ");
    assertThat(described("vda")).startsWith("block device vda, serial vol-1, 1GiB, virtio, ");
  }

  @Test
  void aFibreChannelDiskNamesItsPort() throws IOException {
    disk("pci0000:00/host1/rport-1:0-2/target1:0:0/1:0:0:0", "sdc", "8:32");
    write("sys/class/fc_remote_ports/rport-1:0-2/port_name", "0x500a098186012345\n");
    write("sys/class/fc_remote_ports/rport-1:0-2/port_state", "Online\n");

    assertThat(described("sdc")).contains(", FC 0x500a098186012345, Online, ");
  }

  @Test
  void aMultipathDeviceNamesItsPathsAndHoldsThem() throws IOException {
    for (String name : new String[] {"sdd", "sde"}) {
      Path path =
          disk("pci0000:00/host2/target2:0:0/" + name, name, name.equals("sdd") ? "8:48" : "8:64");
      write(path.resolve("device/state"), "running\n");
      write(path.resolve("device/wwid"), "naa.600a0980\n");
      Files.createDirectories(path.resolve("holders/dm-0"));
    }
    Path dm = disk("virtual", "dm-0", "253:0");
    write(dm.resolve("dm/uuid"), "mpath-3600a0980\n");
    write(dm.resolve("dm/name"), "mpatha\n");
    Files.createDirectories(dm.resolve("slaves/sdd"));
    Files.createDirectories(dm.resolve("slaves/sde"));

    assertThat(described("dm-0"))
        .contains("multipath mpatha of 2 paths (sdd running, SCSI; sde running, SCSI)");
    assertThat(new InUse(devices).of(devices.named("sdd").orElseThrow()).orElseThrow())
        .startsWith("is part of dm-0 (/dev/mapper/mpatha)");
    assertThat(new InUse(devices).of(devices.named("dm-0").orElseThrow())).isEmpty();
    assertThat(devices.named("sdd").orElseThrow().identity())
        .as("two paths to one LUN are one target")
        .isEqualTo(devices.named("sde").orElseThrow().identity());
  }

  // B129
  @Test
  void aVolumeThatIsMountedKeepsTheDisksBelowItAndTheirPartitions() throws IOException {
    Path disk = disk("pci0000:00/ata1/host0/target0:0:0/0:0:0:0", "sda", "8:0");
    partition(disk, "sda1", 1, "8:1");
    Files.createDirectories(disk.resolve("sda1/holders/dm-1"));
    Path dm = disk("virtual", "dm-1", "253:1");
    write(dm.resolve("dm/uuid"), "LVM-abc\n");
    write(dm.resolve("dm/name"), "vg-root\n");
    Files.createDirectories(dm.resolve("slaves/sda1"));
    write("proc/self/mountinfo", "27 1 253:1 / / rw - ext4 /dev/mapper/vg-root rw\n");

    InUse inUse = new InUse(devices);
    assertThat(inUse.of(devices.named("sda").orElseThrow()).orElseThrow())
        .contains("is part of dm-1 (/dev/mapper/vg-root)", "through sda1");
    assertThat(inUse.of(devices.named("dm-1").orElseThrow()).orElseThrow())
        .startsWith("is mounted on /");
    assertThat(described("dm-1")).contains("LVM vg-root on sda1");
  }

  @Test
  void aPartitionIsUsedByItsOwnMountsAndNotByThoseOfItsNeighbour() throws IOException {
    Path disk = disk("pci0000:00/ata1/host0/target0:0:0/0:0:0:0", "sda", "8:0");
    partition(disk, "sda1", 1, "8:1");
    partition(disk, "sda2", 2, "8:2");
    write("dev/sda1", "");
    // Btrfs has a number of its own, and a point of mount may have blanks.
    write("proc/self/mountinfo", "40 1 0:45 / /my\\040files rw - btrfs /dev/sda1 rw\n");

    InUse inUse = new InUse(devices);
    assertThat(inUse.of(devices.named("sda1").orElseThrow()).orElseThrow())
        .contains("is mounted on /my files");
    assertThat(inUse.of(devices.named("sda").orElseThrow()).orElseThrow())
        .contains("is mounted on /my files", "through sda1");
    assertThat(inUse.of(devices.named("sda2").orElseThrow())).isEmpty();
  }

  private String described(String name) {
    Device device = devices.named(name).orElseThrow();
    return Finding.describe(device, new Transport(devices).of(device));
  }

  /** A disk of 1 GiB; the folder {@code device} is the one above, as in sysfs. */
  private Path disk(String parent, String name, String number) throws IOException {
    Path above = dir.resolve("sys/devices").resolve(parent);
    Path folder = above.resolve("block").resolve(name);
    write(folder.resolve("dev"), number + "\n");
    write(folder.resolve("size"), (2 << 20) + "\n");
    write(folder.resolve("queue/logical_block_size"), "512\n");
    write(folder.resolve("queue/physical_block_size"), "4096\n");
    write(folder.resolve("queue/rotational"), "1\n");
    write(folder.resolve("queue/scheduler"), "none [mq-deadline] kyber\n");
    Files.createSymbolicLink(folder.resolve("device"), above);
    link(folder, name);
    return folder;
  }

  private void partition(Path disk, String name, int number, String devNumber) throws IOException {
    Path folder = disk.resolve(name);
    write(folder.resolve("partition"), number + "\n");
    write(folder.resolve("dev"), devNumber + "\n");
    write(folder.resolve("size"), (1 << 20) + "\n");
    link(folder, name);
  }

  private void link(Path folder, String name) throws IOException {
    Path entry = dir.resolve("sys/class/block").resolve(name);
    Files.createDirectories(entry.getParent());
    Files.createSymbolicLink(entry, folder);
  }

  private void write(String path, String text) throws IOException {
    write(dir.resolve(path), text);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, StandardCharsets.ISO_8859_1);
  }
}
