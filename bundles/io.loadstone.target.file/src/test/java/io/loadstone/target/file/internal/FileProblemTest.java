package io.loadstone.target.file.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.Errno;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileProblemTest {
  // B109; a real quota is used up by the tests of the distribution.
  @Test
  void aQuotaThatIsUsedUpIsNoFullDisk() {
    assertThat(
            FileProblem.sentence(
                "Reserving 16777216 bytes for",
                Path.of("/srv/lab/t.dat"),
                -Errno.EDQUOT.number(),
                new Mount("/srv", "xfs", "/dev/vdb")))
        .isEqualTo(
            "Reserving 16777216 bytes for /srv/lab/t.dat failed: EDQUOT (122), the disk quota is"
                + " used up; free some space, or take a smaller size or another folder");
  }

  @Test
  void aFolderThatIsAFileSendsNobodyToTheKernelLog() {
    assertThat(
            FileProblem.sentence(
                "Making",
                Path.of("/srv/lab/t.dat"),
                -Errno.ENOTDIR.number(),
                new Mount("/srv", "xfs", "/dev/vdb")))
        .isEqualTo(
            "Making /srv/lab/t.dat failed: ENOTDIR (20), not a folder; a part of its path is a file;"
                + " correct the path");
  }
}
