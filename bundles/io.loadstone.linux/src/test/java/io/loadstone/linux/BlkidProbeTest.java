package io.loadstone.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlkidProbeTest {
  @TempDir Path dir;

  @Test
  void allSignaturesAreToldWithTheirPlaces() throws Exception {
    assumeTrue(BlkidProbe.here().isPresent(), "skipped: libblkid1 is not installed");
    Path file = dir.resolve("image");
    try (RandomAccessFile image = new RandomAccessFile(file.toFile(), "rw")) {
      image.setLength(8 << 20);
      // A swap header of version 1 with 2047 pages (mm/swapfile.c of Linux).
      image.seek(1024);
      image.write(new byte[] {1, 0, 0, 0, (byte) 0xff, 7, 0, 0});
      image.seek(4086);
      image.write("SWAPSPACE2".getBytes(StandardCharsets.US_ASCII));
    }
    int fd = FileCalls.open(file, FileCalls.O_RDONLY, 0);
    try {
      assertThat(BlkidProbe.here().orElseThrow().signatures(fd))
          .containsExactly(new BlkidProbe.Signature("swap", 4086));
    } finally {
      FileCalls.close(fd);
    }
  }

  @Test
  void zeroesHaveNoSignature() throws Exception {
    assumeTrue(BlkidProbe.here().isPresent(), "skipped: libblkid1 is not installed");
    Path file = dir.resolve("image");
    try (RandomAccessFile image = new RandomAccessFile(file.toFile(), "rw")) {
      image.setLength(8 << 20);
    }
    int fd = FileCalls.open(file, FileCalls.O_RDONLY, 0);
    try {
      assertThat(BlkidProbe.here().orElseThrow().signatures(fd)).isEmpty();
    } finally {
      FileCalls.close(fd);
    }
  }
}
