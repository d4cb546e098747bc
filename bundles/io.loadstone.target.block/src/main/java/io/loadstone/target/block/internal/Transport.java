package io.loadstone.target.block.internal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says how a device is attached, of what {@code /sys} tells. */
final class Transport {
  private static final Pattern SESSION = Pattern.compile("/session(\\d+)/");
  private static final Pattern RPORT = Pattern.compile("/(rport-[\\d:-]+)/");

  private final Devices devices;

  Transport(Devices devices) {
    this.devices = devices;
  }

  /** A phrase, such as {@code iSCSI iqn.2026-12.lab:lun7 at 10.0.0.7:3260, session LOGGED_IN}. */
  String of(Device device) {
    Optional<String> backing = device.backing();
    if (backing.isPresent()) {
      return "loop of " + backing.get();
    }
    Optional<String> dm = SystemRoots.text(device.whole().resolve("dm/uuid"));
    if (dm.isPresent() || device.name().startsWith("dm-")) {
      return mapped(device, dm.orElse(""));
    }
    Optional<String> level = SystemRoots.text(device.whole().resolve("md/level"));
    if (level.isPresent()) {
      return "md " + level.get() + " of " + String.join(", ", device.slaves());
    }
    String folder = device.whole().toString();
    if (device.name().startsWith("nvme")) {
      return nvme(device);
    }
    Matcher session = SESSION.matcher(folder);
    if (session.find()) {
      return iscsi(session.group(1));
    }
    Matcher port = RPORT.matcher(folder);
    if (port.find()) {
      return fibreChannel(port.group(1));
    }
    return plain(device.name(), folder);
  }

  private String mapped(Device device, String uuid) {
    String name = SystemRoots.text(device.whole().resolve("dm/name")).orElse(device.name());
    if (!uuid.startsWith("mpath-")) {
      int dash = uuid.indexOf('-');
      String kind = dash < 0 ? "device mapper" : uuid.substring(0, dash);
      return kind + " " + name + " on " + String.join(", ", device.slaves());
    }
    List<String> paths = new ArrayList<>();
    for (String slave : device.slaves()) {
      Optional<Device> path = devices.named(slave);
      String state =
          path.flatMap(p -> SystemRoots.text(p.whole().resolve("device/state"))).orElse("unknown");
      paths.add(slave + " " + state + path.map(p -> ", " + of(p)).orElse(""));
    }
    return "multipath "
        + name
        + " of "
        + paths.size()
        + " paths ("
        + String.join("; ", paths)
        + ")";
  }

  private static String nvme(Device device) {
    Path controller = device.whole().resolve("device");
    // With native multipath the device is of a subsystem, and its controllers are below that.
    List<Path> controllers =
        SystemRoots.text(controller.resolve("transport")).isPresent()
            ? List.of(controller)
            : SystemRoots.names(controller, "nvme*").stream()
                .map(controller::resolve)
                .filter(c -> SystemRoots.text(c.resolve("transport")).isPresent())
                .toList();
    List<String> all = controllers.stream().map(Transport::controller).toList();
    return switch (all.size()) {
      case 0 -> "NVMe";
      case 1 -> all.getFirst();
      default -> "multipath of " + all.size() + " paths (" + String.join("; ", all) + ")";
    };
  }

  private static String controller(Path controller) {
    String kind = SystemRoots.text(controller.resolve("transport")).orElse("");
    if (kind.equals("pcie")) {
      return "NVMe";
    }
    return "NVMe/"
        + (kind.equals("tcp") ? "TCP" : kind)
        + SystemRoots.text(controller.resolve("subsysnqn")).map(nqn -> " " + nqn).orElse("")
        + SystemRoots.text(controller.resolve("address")).map(at -> " at " + at).orElse("")
        + SystemRoots.text(controller.resolve("state")).map(state -> ", " + state).orElse("");
  }

  private String iscsi(String number) {
    Path session = devices.roots().sys().resolve("class/iscsi_session/session" + number);
    Path connection =
        devices.roots().sys().resolve("class/iscsi_connection/connection" + number + ":0");
    return "iSCSI "
        + SystemRoots.text(session.resolve("targetname")).orElse("of an unknown target")
        + SystemRoots.text(connection.resolve("persistent_address"))
            .map(
                address ->
                    " at "
                        + address
                        + ":"
                        + SystemRoots.text(connection.resolve("persistent_port")).orElse("3260"))
            .orElse("")
        + SystemRoots.text(session.resolve("state")).map(state -> ", session " + state).orElse("");
  }

  private String fibreChannel(String port) {
    Path remote = devices.roots().sys().resolve("class/fc_remote_ports/" + port);
    return "FC "
        + SystemRoots.text(remote.resolve("port_name")).orElse(port)
        + SystemRoots.text(remote.resolve("port_state")).map(state -> ", " + state).orElse("");
  }

  private static String plain(String name, String folder) {
    if (name.startsWith("vd") && folder.contains("/virtio")) {
      return "virtio";
    }
    if (folder.contains("/usb")) {
      return "USB";
    }
    if (folder.contains("/ata")) {
      return "ATA";
    }
    if (folder.contains("/end_device-")) {
      return "SAS";
    }
    if (folder.contains("/virtio")) {
      return "virtio-scsi";
    }
    return name.startsWith("sd") ? "SCSI" : name.replaceAll("\\d+$", "");
  }
}
