package io.loadstone.target.file.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.linux.FileStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B129, as far as it concerns files: what the system keeps in a file is not overwritten. */
class SystemUseTest {
  @TempDir Path dir;
  private SystemUse system;
  private Path file;

  @BeforeEach
  void make() throws IOException {
    system = new SystemUse(dir.resolve("swaps"), Files.createDirectory(dir.resolve("block")));
    file = Files.createFile(dir.resolve("t 1.dat"));
  }

  @Test
  void swapSpaceIsRefusedUnderWhateverName() throws Exception {
    Path link = Files.createSymbolicLink(dir.resolve("link"), file);
    swaps(link.toString());
    assertThatThrownBy(() -> system.refuse(file, FileStatus.of(file)))
        .isInstanceOfSatisfying(
            TargetRefusedException.class,
            e -> assertThat(e.refusal().kind()).isEqualTo(Kind.SAFETY))
        .hasMessageContaining("is swap space in use")
        .hasMessageContaining("swapoff");

    swaps(file.toString().replace(" ", "\\040"));
    assertThatThrownBy(() -> system.refuse(file, FileStatus.of(file)))
        .hasMessageContaining("is swap space in use");
  }

  @Test
  void theFileUnderALoopDeviceIsRefusedWithTheDevice() throws Exception {
    Files.createDirectories(system.blockDevices().resolve("sda"));
    Files.createDirectories(system.blockDevices().resolve("loop0"));
    Path loop = Files.createDirectories(system.blockDevices().resolve("loop7/loop"));
    Files.writeString(loop.resolve("backing_file"), file + "\n");

    assertThatThrownBy(() -> system.refuse(file, FileStatus.of(file)))
        .isInstanceOfSatisfying(
            TargetRefusedException.class,
            e -> assertThat(e.refusal().kind()).isEqualTo(Kind.SAFETY))
        .hasMessageContaining("/dev/loop7")
        .hasMessageContaining("losetup -d /dev/loop7");
  }

  @Test
  void whatTheSystemDoesNotUseIsNotInTheWay() throws Exception {
    Path other = Files.createFile(dir.resolve("other"));
    swaps(other.toString());
    Path loop = Files.createDirectories(system.blockDevices().resolve("loop7/loop"));
    Files.writeString(loop.resolve("backing_file"), file + " (deleted)\n");
    assertThatCode(() -> system.refuse(file, FileStatus.of(file))).doesNotThrowAnyException();

    SystemUse none = new SystemUse(dir.resolve("none"), dir.resolve("none"));
    assertThatCode(() -> none.refuse(file, FileStatus.of(file))).doesNotThrowAnyException();
  }

  private void swaps(String name) throws IOException {
    Files.writeString(
        system.swaps(),
        "Filename\t\tType\t\tSize\t\tUsed\t\tPriority\n"
            + "/dev/zram9  partition\t1024\t\t0\t\t100\n"
            + name
            + "  file\t\t1048572\t\t0\t\t-2\n");
  }
}
