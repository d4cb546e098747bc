package io.loadstone.engine.uring.internal;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.loadstone.api.engine.Errno;
import io.loadstone.linux.SlotBuffers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Buffers that the kernel keeps hold of, so that it need not look them up at each operation. */
final class RegisteredBuffers {
  // io_uring_register takes pieces of at most this size (io_uring/rsrc.c).
  private static final long LARGEST_BYTES = 1L << 30;
  private static final int IOVEC_BYTES = 16;

  private RegisteredBuffers() {}

  /**
   * Registers them. Slots lie one after the other, so that a few large pieces cover them all.
   *
   * @param indexes one for each slot; filled with the number of the piece that it lies in
   * @return why it was not possible, which costs some CPU; empty if it was
   */
  static Optional<String> register(Ring ring, SlotBuffers buffers, int[] indexes) {
    int depth = indexes.length;
    long strideBytes = buffers.strideBytes();
    int slotsPerPiece = (int) Math.min(depth, LARGEST_BYTES / strideBytes);
    int pieces = (depth + slotsPerPiece - 1) / slotsPerPiece;
    long wholeBytes = buffers.whole().byteSize();
    int rc;
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment iovecs = scratch.allocate((long) pieces * IOVEC_BYTES, Long.BYTES);
      for (int piece = 0; piece < pieces; piece++) {
        long at = (long) piece * slotsPerPiece * strideBytes;
        iovecs.set(JAVA_LONG, (long) piece * IOVEC_BYTES, buffers.whole().address() + at);
        iovecs.set(
            JAVA_LONG,
            (long) piece * IOVEC_BYTES + Long.BYTES,
            Math.min(slotsPerPiece * strideBytes, wholeBytes - at));
      }
      rc = ring.register(RingConstants.REGISTER_BUFFERS, iovecs, pieces);
    }
    if (rc < 0) {
      return Optional.of(
          String.format(
              "%d KiB of buffers could not be registered: %s, %s; this process may lock %s: raise"
                  + " it with ulimit -l unlimited, or LimitMEMLOCK=infinity in the systemd unit",
              wholeBytes / 1024, Errno.text(rc), Errno.meaning(rc), RingSupport.lockedMemory()));
    }
    for (int slot = 0; slot < depth; slot++) {
      indexes[slot] = slot / slotsPerPiece;
    }
    return Optional.empty();
  }
}
