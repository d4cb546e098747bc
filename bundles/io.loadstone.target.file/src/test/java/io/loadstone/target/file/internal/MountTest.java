package io.loadstone.target.file.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountTest {
  private static final List<String> TABLE =
      List.of(
          "22 1 254:0 / / rw,relatime - ext4 /dev/vda rw",
          "30 22 0:40 / /srv rw shared:1 master:2 - nfs4 filer:/export/lab rw,vers=4.2",
          "31 22 8:1 / /srv/my\\040disk rw - xfs /dev/disk/by-id/a\\040b rw",
          "broken line",
          "32 22 8:17 / /mnt rw - ext4 /dev/sdb1 rw",
          "33 22 8:33 / /mnt rw - xfs /dev/sdc1 rw");

  @Test
  void theDeepestMountHoldsThePath() {
    assertThat(Mount.of(Path.of("/home/t.dat"), "?", TABLE))
        .isEqualTo(new Mount("/", "ext4", "/dev/vda"));
    assertThat(Mount.of(Path.of("/srv/t.dat"), "?", TABLE).text())
        .isEqualTo("nfs4 (filer:/export/lab, /srv)");
    assertThat(Mount.of(Path.of("/srvx/t.dat"), "?", TABLE).point()).isEqualTo("/");
  }

  @Test
  void blanksInNamesAreRead() {
    assertThat(Mount.of(Path.of("/srv/my disk/t.dat"), "?", TABLE))
        .isEqualTo(new Mount("/srv/my disk", "xfs", "/dev/disk/by-id/a b"));
  }

  @Test
  void theLaterOfTwoMountsOnOneFolderIsOnTop() {
    assertThat(Mount.of(Path.of("/mnt/t.dat"), "?", TABLE).source()).isEqualTo("/dev/sdc1");
  }

  @Test
  void withoutATableTheTypeIsWhatStatfsTold() {
    assertThat(Mount.of(Path.of("/mnt/t.dat"), "fuse", List.of()).type()).isEqualTo("fuse");
  }
}
