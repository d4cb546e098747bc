package io.loadstone.target.block.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A block device or partition, as {@code /sys} tells of it.
 *
 * @param name of the kernel, such as {@code sda1}
 * @param folder its real folder in {@code /sys}
 * @param whole the folder of the whole device: its own, or its parent's if it is a partition
 */
record Device(String name, Path folder, Path whole) {
  private static final int SECTOR_BYTES = 512; // of sysfs, whatever the device's are
  private static final int VPD_HEADER_BYTES = 4;

  /** The device of a folder such as {@code /sys/class/block/sda1}. */
  static Device of(Path entry) throws IOException {
    Path folder = entry.toRealPath();
    boolean partition = Files.exists(folder.resolve("partition"));
    return new Device(
        String.valueOf(entry.getFileName()),
        folder,
        partition ? folder.resolve("..").normalize() : folder);
  }

  boolean isPartition() {
    return !folder.equals(whole);
  }

  /** The major and minor number, as {@code 8:16}. */
  String number() {
    return SystemRoots.text(folder.resolve("dev")).orElse("");
  }

  long sizeBytes() {
    return SystemRoots.number(folder.resolve("size")) * SECTOR_BYTES;
  }

  int logicalBlockBytes() {
    return blockBytes("logical_block_size");
  }

  int physicalBlockBytes() {
    return blockBytes("physical_block_size");
  }

  private int blockBytes(String attribute) {
    return (int) Math.max(SECTOR_BYTES, SystemRoots.number(whole.resolve("queue/" + attribute)));
  }

  boolean rotational() {
    return SystemRoots.number(whole.resolve("queue/rotational")) == 1;
  }

  boolean readOnly() {
    return SystemRoots.number(folder.resolve("ro")) == 1
        || SystemRoots.number(whole.resolve("ro")) == 1;
  }

  /** Counts media and attachments: another number under the same name is another device. */
  long sequence() {
    return SystemRoots.number(whole.resolve("diskseq"));
  }

  Optional<String> model() {
    Path device = whole.resolve("device");
    return Stream.of(
            join(
                SystemRoots.text(device.resolve("vendor")),
                SystemRoots.text(device.resolve("model"))),
            SystemRoots.text(device.resolve("model")))
        .flatMap(Optional::stream)
        // Vendors of virtio are numbers.
        .filter(model -> !model.startsWith("0x"))
        .findFirst();
  }

  private static Optional<String> join(Optional<String> vendor, Optional<String> model) {
    return vendor.isEmpty() || model.isEmpty()
        ? Optional.empty()
        : Optional.of(vendor.get() + " " + model.get());
  }

  Optional<String> serial() {
    return SystemRoots.text(whole.resolve("serial"))
        .or(() -> SystemRoots.text(whole.resolve("device/serial")))
        .or(this::vitalProductSerial);
  }

  // SCSI Primary Commands, vital product data page 0x80: a header, then the serial.
  private Optional<String> vitalProductSerial() {
    try {
      byte[] page = Files.readAllBytes(whole.resolve("device/vpd_pg80"));
      return page.length <= VPD_HEADER_BYTES
          ? Optional.empty()
          : Optional.of(
                  new String(
                          Arrays.copyOfRange(page, VPD_HEADER_BYTES, page.length),
                          StandardCharsets.ISO_8859_1)
                      .replace("\0", "")
                      .strip())
              .filter(serial -> !serial.isEmpty());
    } catch (IOException _) { // no SCSI device
      return Optional.empty();
    }
  }

  /** The world wide name, such as {@code naa.6001405f00} or {@code eui.0025385b71b00001}. */
  Optional<String> wwn() {
    return SystemRoots.text(whole.resolve("wwid"))
        .or(() -> SystemRoots.text(whole.resolve("device/wwid")))
        .filter(wwn -> wwn.startsWith("naa.") || wwn.startsWith("eui.") || wwn.startsWith("uuid."));
  }

  /** The scheduler in use. */
  String scheduler() {
    String all = SystemRoots.text(whole.resolve("queue/scheduler")).orElse("none");
    int from = all.indexOf('[');
    int to = all.indexOf(']');
    return from < 0 || to < from ? all : all.substring(from + 1, to);
  }

  /** The file or device behind a loop device; empty if it is none, or none is attached. */
  Optional<String> backing() {
    return SystemRoots.text(whole.resolve("loop/backing_file"));
  }

  /** Whether it is a loop device that goes away as soon as nobody has it open. */
  boolean detaching() {
    return SystemRoots.number(whole.resolve("loop/autoclear")) == 1;
  }

  /** Names of the devices that are made of this one. */
  List<String> holders() {
    return SystemRoots.names(folder.resolve("holders"), "*");
  }

  /** Names of the devices that this one is made of. */
  List<String> slaves() {
    return SystemRoots.names(folder.resolve("slaves"), "*");
  }

  /** Names of its partitions. */
  List<String> partitions() {
    return isPartition()
        ? List.of()
        : SystemRoots.names(folder, "*").stream()
            .filter(entry -> Files.exists(folder.resolve(entry).resolve("partition")))
            .toList();
  }

  /**
   * What plans call it where its content may be destroyed: names that stay with it, the first the
   * one that messages tell. A device without serial, WWN or anything else that stays is called by
   * its path.
   */
  List<String> lastingNames() {
    String part =
        isPartition() ? "-part" + SystemRoots.text(folder.resolve("partition")).orElse("") : "";
    List<String> names =
        Stream.of(
                serial(),
                wwn(),
                backing(),
                SystemRoots.text(whole.resolve("dm/uuid")),
                SystemRoots.text(whole.resolve("md/uuid")))
            .flatMap(Optional::stream)
            .map(lasting -> lasting + part)
            .toList();
    return names.isEmpty() ? List.of("/dev/" + name.replace('!', '/')) : names;
  }

  /** The key of leases, and what a device must still be when a run starts. */
  String identity() {
    boolean lasting = !lastingNames().getFirst().startsWith("/dev/" + name.replace('!', '/'));
    // Of two paths to one LUN the world wide name is the same, and they are one target.
    String id = wwn().filter(_ -> !isPartition()).orElse(lastingNames().getFirst());
    return "block:" + id + (lasting ? "" : "#" + sequence());
  }

  /** Whether a serial that a person wrote is this device's. */
  boolean hasSerial(String wanted) {
    return serial().filter(wanted::equals).isPresent();
  }

  /** Whether a world wide name that a person wrote, in one of the usual forms, is this device's. */
  boolean hasWwn(String wanted) {
    return wwn().filter(wwn -> bare(wwn).equals(bare(wanted))).isPresent();
  }

  private static String bare(String wwn) {
    return wwn.toLowerCase(Locale.ROOT).replaceFirst("^(wwn-)?(naa\\.|eui\\.|uuid\\.)?(0x)?", "");
  }
}
