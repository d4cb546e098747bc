package io.loadstone.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.engine.QueueOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MemoryCallsTest {
  @BeforeAll
  static void needsLinux() {
    assumeTrue(Platform.unsupported().isEmpty(), () -> Platform.unsupported().orElseThrow());
  }

  @Test
  void pagesAreZeroedAlignedAndGoWithTheirArena() throws Exception {
    MemorySegment pages;
    String range;
    try (Arena arena = Arena.ofConfined()) {
      pages = MemoryCalls.pages(arena, 5 << 20, 2 << 20);
      assertThat(pages.byteSize()).isEqualTo(5 << 20);
      assertThat(pages.address() % (2 << 20)).isZero();
      assertThat(pages.get(ValueLayout.JAVA_BYTE, (5 << 20) - 1)).isZero();
      pages.fill((byte) 1);
      range = mappingOf(pages.address());
      assertThat(range).isNotEmpty();
    }
    assertThat(mappingOf(pages.address())).isNotEqualTo(range);
  }

  /** The line's range in /proc/self/maps that holds an address; empty if none does. */
  private static String mappingOf(long address) throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
      String range = line.substring(0, line.indexOf(' '));
      String[] ends = range.split("-", -1);
      if (Long.parseUnsignedLong(ends[0], 16) <= address
          && address < Long.parseUnsignedLong(ends[1], 16)) {
        return range;
      }
    }
    return "";
  }

  @Test
  void tooMuchMemoryIsAnException() {
    try (Arena arena = Arena.ofConfined()) {
      assertThatThrownBy(() -> MemoryCalls.pages(arena, 1L << 50, 4096))
          .isInstanceOf(NativeIoException.class)
          .hasMessageStartingWith("mmap on 1125899906842624 bytes of memory failed: ENOMEM (12)");
    }
  }

  @Test
  void theLimitOfLockedMemoryIsWhatTheKernelShows() throws Exception {
    String soft =
        Files.readAllLines(Path.of("/proc/self/limits")).stream()
            .filter(line -> line.startsWith("Max locked memory"))
            .findFirst()
            .orElseThrow()
            .substring(26)
            .strip()
            .split(" +", -1)[0];
    assertThat(MemoryCalls.lockedMemoryLimitBytes())
        .isEqualTo(soft.equals("unlimited") ? MemoryCalls.UNLIMITED : Long.parseLong(soft));
  }

  @Test
  void aPageIsAPowerOfTwo() {
    assertThat(Integer.bitCount(MemoryCalls.pageBytes())).isEqualTo(1);
    assertThat(MemoryCalls.pageBytes()).isGreaterThanOrEqualTo(4096);
  }

  @Test
  void slotsLieOneAfterTheOtherAndNeverShareACacheLine() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      for (QueueOptions options :
          List.of(
              new QueueOptions(3, 1, 1),
              new QueueOptions(7, 513, 512),
              new QueueOptions(2, 10_000, 65_536))) {
        SlotBuffers buffers = new SlotBuffers(arena, options);
        long[] addresses = buffers.addresses();
        assertThat(addresses).hasSize(options.depth());
        for (int slot = 0; slot < options.depth(); slot++) {
          assertThat(buffers.slot(slot).address())
              .isEqualTo(addresses[slot])
              .isEqualTo(buffers.whole().address() + slot * buffers.strideBytes());
          assertThat(addresses[slot] % Math.max(64, options.bufferAlignmentBytes())).isZero();
        }
        assertThat(buffers.strideBytes()).isGreaterThanOrEqualTo(options.bufferBytes());
      }
    }
  }
}
