package io.loadstone.api.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoredContentTest {
  private static final int SIZE_BYTES = 2 << 20;

  private final byte[] device = new byte[SIZE_BYTES];

  @Test
  void zeroesAreNothing() throws IOException {
    assertThat(content()).isEqualTo(new StoredContent(Optional.empty(), false));
  }

  @Test
  void whatLoadstoneWroteIsNotForeign() throws IOException {
    MemorySegment all = MemorySegment.ofArray(device);
    SectorStamps.stamp(all, 0, SIZE_BYTES, 3);
    assertThat(content()).isEqualTo(new StoredContent(Optional.empty(), false));
    // Written to another place, it is somebody's copy.
    System.arraycopy(device.clone(), 512, device, 0, 512);
    assertThat(content().foreign()).isTrue();
  }

  @Test
  void aSignatureAtTheBeginningOrTheEndIsTold() throws IOException {
    put(0, "XFSB");
    assertThat(content().signature()).contains("an XFS file system");
    put(0, "\0\0\0\0");
    put(SIZE_BYTES - 512, "EFI PART");
    assertThat(content().signature()).contains("the second copy of a GUID partition table");
  }

  @Test
  void lastBytesBelowTheUnitAreNotAskedFor() throws IOException {
    StoredContent content =
        StoredContent.of(
            1000,
            512,
            MemorySegment.ofArray(new byte[StoredContent.PIECE_BYTES]),
            (at, piece) -> {
              assertThat(at).isZero();
              assertThat(piece.byteSize()).isEqualTo(512);
            });
    assertThat(content.foreign()).isFalse();
  }

  @Test
  void whatCannotBeReadIsAnErrorAndNotEmpty() {
    assertThatIOException()
        .isThrownBy(
            () ->
                StoredContent.of(
                    SIZE_BYTES,
                    512,
                    MemorySegment.ofArray(new byte[StoredContent.PIECE_BYTES]),
                    (_, _) -> {
                      throw new IOException("ENODATA");
                    }))
        .withMessage("ENODATA");
  }

  private void put(int at, String magic) {
    byte[] bytes = magic.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, device, at, bytes.length);
  }

  private StoredContent content() throws IOException {
    return StoredContent.of(
        SIZE_BYTES,
        512,
        MemorySegment.ofArray(new byte[StoredContent.PIECE_BYTES]),
        (at, piece) -> piece.copyFrom(MemorySegment.ofArray(device).asSlice(at, piece.byteSize())));
  }
}
