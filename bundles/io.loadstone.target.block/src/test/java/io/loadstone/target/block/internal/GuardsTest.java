package io.loadstone.target.block.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.linux.FileCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who uses a device, on real loop devices. */
class GuardsTest {
  @TempDir Path dir;

  @Test
  void aBlankDeviceMayBeWrittenWithoutConsent() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      FoundTarget preview = found(loop, Uses.WRITE);

      assertThat(preview.traits().sizeBytes()).isEqualTo(LoopDevice.SIZE_BYTES);
      assertThat(preview.traits().direct()).isTrue();
      assertThat(preview.effects()).singleElement().asString().contains(loop.device(), "WRITTEN");
    }
  }

  @Test
  void noDeviceIsAllowedByDefaultNotEvenForReading() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      assertThat(refusal(Uses.allowing(), loop.uri(), Uses.READ))
          .contains(loop.device(), "none of the allowed devices", "allowedDevices");
    }
  }

  @Test
  void allowedDevicesMustBeNamesOfDevices() {
    assertThatThrownBy(() -> AllowedDevices.of(new String[] {"/dev/sdb,sdc"}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("allowedDevices has \"sdc\"");
  }

  @Test
  void aMissingDeviceIsAnErrorAndIsNotMade() {
    Path missing = Path.of("/dev/loadstone-is-not-there");
    assertThat(refusal(Uses.allowing(missing.toString()), uri(missing), Uses.OVERWRITE))
        .contains(missing.toString(), "does not exist");
    assertThat(missing).doesNotExist();
  }

  @Test
  void aFileIsNoDevice() throws IOException {
    Path file = LoopDevice.file(dir.resolve("file"));
    assertThat(refusal(Uses.allowing("/dev/loop0"), uri(file), Uses.READ))
        .contains("is no block device", "file:" + file);
  }

  // B129
  @Test
  void aMountedDeviceIsNotWrittenWhateverThePlanSays() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      Commands.output("mkfs.ext4", "-q", "-F", loop.device());
      try (Mounted mounted = mount(loop.node())) {
        for (TargetUse use :
            new TargetUse[] {Uses.WRITE, Uses.OVERWRITE, Uses.destroy(loop.image().toString())}) {
          assertThat(refusal(loop, use)).contains("is mounted on " + mounted.point());
        }
        FoundTarget read = found(loop, Uses.READ);
        assertThat(read.warnings()).anyMatch(w -> w.contains("is mounted on " + mounted.point()));
      }
    }
  }

  // B129
  @Test
  void aDeviceIsNotWrittenWhileItsPartitionIsMounted() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      Path part = loop.addPartition(1, 2048, 40_960);
      Commands.output("mkfs.ext4", "-q", "-F", part.toString());
      try (Mounted mounted = mount(part)) {
        assertThat(refusal(loop, Uses.destroy(loop.image().toString())))
            .contains("is mounted on " + mounted.point(), "through " + part.getFileName());
        assertThat(refusal(Uses.allowing(loop.device()), uri(part), Uses.OVERWRITE))
            .contains("is mounted on " + mounted.point());
      }
    }
  }

  // B129
  @Test
  void aPartitionIsNotWrittenWhileItsDeviceIsMounted() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      Commands.output("mkfs.ext4", "-q", "-F", loop.device());
      Path part = loop.addPartition(1, 2048, 40_960);
      try (Mounted mounted = mount(loop.node())) {
        assertThat(refusal(Uses.allowing(loop.device()), uri(part), Uses.OVERWRITE))
            .contains("is mounted on " + mounted.point(), "through " + loop.node().getFileName());
      }
    }
  }

  // B129
  @Test
  void aDeviceUnderAnotherIsNotWritten() throws Exception {
    try (LoopDevice below = LoopDevice.blank(dir);
        LoopDevice above = LoopDevice.of(below.node())) {
      assertThat(refusal(below, Uses.OVERWRITE))
          .contains("is what the device " + above.node().getFileName() + " is kept in");
    }
  }

  // B129
  @Test
  void aDeviceAboveAMountedOneIsNotWritten() throws Exception {
    try (LoopDevice below = LoopDevice.blank(dir)) {
      Commands.output("mkfs.ext4", "-q", "-F", below.device());
      try (LoopDevice above = LoopDevice.of(below.node());
          Mounted mounted = mount(below.node())) {
        assertThat(refusal(above, Uses.OVERWRITE))
            .contains("lies on " + below.node().getFileName(), "mounted on " + mounted.point());
      }
    }
  }

  @Test
  void twoDevicesOfOneFileAreNotWritten() throws Exception {
    try (LoopDevice one = LoopDevice.blank(dir);
        LoopDevice other = LoopDevice.of(one.image())) {
      assertThat(refusal(one, Uses.OVERWRITE)).contains(other.device());
    }
  }

  // B129
  @Test
  void aDeviceMountedInAnotherNamespaceIsNotWritten() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      Commands.output("mkfs.ext4", "-q", "-F", loop.device());
      Path point = Files.createDirectory(dir.resolve("elsewhere"));
      Process elsewhere =
          new ProcessBuilder(
                  "unshare",
                  "-m",
                  "sh",
                  "-c",
                  "mount \"$1\" \"$2\" && echo mounted && read x",
                  "-",
                  loop.device(),
                  point.toString())
              .start();
      try {
        assertThat(elsewhere.inputReader().readLine()).isEqualTo("mounted");
        assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain("elsewhere");
        assertThat(refusal(loop, Uses.destroy(loop.image().toString())))
            .contains("EBUSY", "another namespace");
      } finally {
        elsewhere.getOutputStream().close();
        elsewhere.waitFor();
      }
    }
  }

  // B129
  @Test
  void swapSpaceInUseIsNotWritten() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      Commands.output("chmod", "600", loop.image().toString());
      Commands.output("mkswap", loop.device());
      Commands.output("swapon", loop.device());
      try {
        assertThat(refusal(loop, Uses.destroy(loop.image().toString())))
            .contains("is swap space in use", "swapoff " + loop.device());
      } finally {
        Commands.output("swapoff", loop.device());
      }
    }
  }

  @Test
  void whatSomebodyHasExclusivelyIsNotWritten() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      int fd = FileCalls.open(loop.node(), FileCalls.O_RDONLY | FileCalls.O_EXCL, 0);
      assertThat(fd).isNotNegative();
      try {
        assertThat(refusal(loop, Uses.destroy(loop.image().toString()))).contains("EBUSY");
        assertThat(Uses.allowing(loop.device()).preview(loop.uri(), Uses.READ).refusal()).isEmpty();
      } finally {
        FileCalls.close(fd);
      }
    }
  }

  @Test
  void aWrittenDeviceIsTheRunsAlone() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      BlockTargetProvider provider = Uses.allowing(loop.device());
      try (Target target = provider.open(loop.uri(), Uses.WRITE)) {
        assertThat(target.sizeBytes()).isEqualTo(LoopDevice.SIZE_BYTES);
        assertThat(FileCalls.open(loop.node(), FileCalls.O_RDONLY | FileCalls.O_EXCL, 0))
            .isEqualTo(-16); // EBUSY: nobody mounts it meanwhile
        assertThatThrownBy(() -> provider.open(loop.uri(), Uses.WRITE))
            .isInstanceOf(TargetRefusedException.class)
            .hasMessageContaining("EBUSY");
      }
      provider.open(loop.uri(), Uses.WRITE).close();
    }
  }

  @Test
  void aDeviceThatIsReadOnlyIsRefusedBeforeTheFirstWrite() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir, "-r")) {
      assertThat(refusal(loop, Uses.WRITE)).contains("is read-only", "setrw");
      assertThat(Uses.allowing(loop.device()).preview(loop.uri(), Uses.READ).refusal()).isEmpty();
    }
  }

  @Test
  void aDeviceThatIsNotWhatThePlanSaysIsRefused() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir)) {
      for (Map.Entry<String, String> said : Map.of("size", "1GiB", "serial", "S1").entrySet()) {
        TargetUri uri =
            new TargetUri("block", loop.device(), Map.of(said.getKey(), said.getValue()));
        TargetPreview preview = Uses.allowing(loop.device()).preview(uri, Uses.READ);
        assertThat(preview.refusal().orElseThrow().kind()).isEqualTo(Kind.SAFETY);
        assertThat(preview.refusal().orElseThrow().reason())
            .contains("whose " + said.getKey(), "not the device that the plan means");
      }
      TargetUri right = new TargetUri("block", loop.device(), Map.of("size", "32MiB"));
      assertThat(Uses.allowing(loop.device()).preview(right, Uses.READ).refusal()).isEmpty();
    }
  }

  @Test
  void anotherFileUnderTheSameDeviceIsAnotherTarget() throws Exception {
    Path first = LoopDevice.file(dir.resolve("first"));
    Path second = LoopDevice.file(dir.resolve("second"));
    String before;
    String device;
    try (LoopDevice loop = LoopDevice.of(first)) {
      device = loop.device();
      before = found(loop, Uses.READ).traits().identity();
    }
    Commands.output("losetup", device, second.toString());
    try {
      FoundTarget after = Uses.allowing(device).find(uri(Path.of(device)), Uses.READ);
      assertThat(after.traits().identity()).isNotEqualTo(before);
    } finally {
      Commands.output("losetup", "-d", device);
    }
  }

  @Test
  void aListTellsWhichDevicesCanBeDrivenAndWhyOthersCannot() throws Exception {
    try (LoopDevice loop = LoopDevice.blank(dir);
        LoopDevice other = LoopDevice.blank(dir)) {
      assertThat(Uses.allowing(loop.device()).listing())
          .anyMatch(
              line ->
                  line.startsWith("block:" + loop.device() + ":")
                      && line.contains("loop of " + loop.image())
                      && line.contains("; allowed"))
          .anyMatch(
              line ->
                  line.startsWith("block:" + other.device() + ":")
                      && line.contains("; not allowed"));
    }
  }

  private Mounted mount(Path node) throws IOException, InterruptedException {
    Path point = Files.createDirectory(dir.resolve("mnt " + node.getFileName()));
    Commands.output("mount", node.toString(), point.toString());
    return new Mounted(point);
  }

  private record Mounted(Path point) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      try {
        Commands.output("umount", point.toString());
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  private static TargetUri uri(Path path) {
    return new TargetUri("block", path.toString(), Map.of());
  }

  private static FoundTarget found(LoopDevice loop, TargetUse use) throws TargetRefusedException {
    return Uses.allowing(loop.device()).find(loop.uri(), use);
  }

  private static String refusal(LoopDevice loop, TargetUse use) {
    return refusal(Uses.allowing(loop.device()), loop.uri(), use);
  }

  private static String refusal(BlockTargetProvider provider, TargetUri uri, TargetUse use) {
    TargetPreview preview = provider.preview(uri, use);
    assertThat(preview.refusal()).as("refusal").isPresent();
    // What a preview refuses, an opening does.
    assertThatThrownBy(() -> provider.open(uri, use))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessage(preview.refusal().orElseThrow().reason());
    return preview.refusal().orElseThrow().reason();
  }
}
