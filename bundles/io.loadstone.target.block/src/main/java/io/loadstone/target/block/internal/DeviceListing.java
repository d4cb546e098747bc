package io.loadstone.target.block.internal;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Tells a person which devices are here, which can be driven, and why others can't be. */
final class DeviceListing {
  private final Devices devices;
  private final AllowedDevices allowed;

  DeviceListing(Devices devices, AllowedDevices allowed) {
    this.devices = devices;
    this.allowed = allowed;
  }

  List<String> sentences() {
    Transport transport = new Transport(devices);
    return devices.all().stream()
        .map(
            device ->
                "block:/dev/"
                    + device.name().replace('!', '/')
                    + ": "
                    + Finding.describe(device, transport.of(device))
                    + "; "
                    + verdict(device))
        .toList();
  }

  private String verdict(Device device) {
    if (!allowed.contain(devices, device)) {
      return "not allowed (allowedDevices in io.loadstone.targets.cfg)";
    }
    try {
      Optional<String> use = new InUse(devices).of(device);
      return use.map(what -> "only for reading, since it " + what)
          .orElse(
              device.readOnly()
                  ? "only for reading, since it is read-only"
                  : "allowed; a preview says whether its content may be overwritten");
    } catch (IOException e) {
      return "whether it is in use can't be told: " + e.getMessage();
    }
  }
}
