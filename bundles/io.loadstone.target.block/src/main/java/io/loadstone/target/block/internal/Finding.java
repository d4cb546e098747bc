package io.loadstone.target.block.internal;

import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.target.FoundTarget;
import java.nio.file.Path;

/**
 * What an examination found out about a device that may be used as asked.
 *
 * @param device it
 * @param node its real path
 * @param transport how it is attached
 * @param sequence the kernel's count of attachments
 * @param found what a run would do to it
 */
record Finding(Device device, Path node, String transport, long sequence, FoundTarget found) {

  /** One phrase that names all that figures may depend on. */
  static String describe(Device device, String transport) {
    StringBuilder text = new StringBuilder(device.isPartition() ? "partition " : "block device ");
    text.append(device.name());
    device.model().ifPresent(model -> text.append(", ").append(model));
    device.serial().ifPresent(serial -> text.append(", serial ").append(serial));
    device.wwn().ifPresent(wwn -> text.append(", WWN ").append(wwn));
    return text.append(", ")
        .append(Sizes.format(device.sizeBytes()))
        .append(", ")
        .append(transport)
        .append(", blocks of ")
        .append(device.logicalBlockBytes())
        .append(" (physical ")
        .append(device.physicalBlockBytes())
        .append(") bytes, ")
        .append(device.rotational() ? "rotational" : "not rotational")
        .append(", scheduler ")
        .append(device.scheduler())
        .toString();
  }
}
