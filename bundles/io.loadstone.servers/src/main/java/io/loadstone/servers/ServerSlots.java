package io.loadstone.servers;

import io.loadstone.api.engine.IoKind;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.linux.SlotBuffers;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The slots of a queue: buffers, and the request of each. Arrays by slot, since loops use them for
 * every operation; protocols add what is theirs.
 *
 * <p><b>Threads:</b> the queue's.
 */
public class ServerSlots {
  /** Nothing is in it. */
  public static final byte FREE = 0;

  /** Offered, and nothing of it has left. */
  public static final byte WAITING = 1;

  /** A connection has it, and the server may. */
  public static final byte SENT = 2;

  /** The memory of each. */
  public final MemorySegment[] buffers;

  /** Where that memory is. */
  public final long[] addresses;

  /** {@link #FREE}, {@link #WAITING} or {@link #SENT}. */
  public final byte[] state;

  /** What is asked for. */
  public final IoKind[] kind;

  /** Where a read or write begins in the target. */
  public final long[] offsetBytes;

  /** How much is to be moved. */
  public final int[] lengthBytes;

  /** How much has been moved so far. */
  public final int[] doneBytes;

  /** The number of the connection that it goes through, where it is not free; or -1. */
  public final int[] connection;

  // The slot behind it in a list of waiting ones, or -1.
  final int[] next;

  /**
   * Slots that are all free.
   *
   * @param arena of their memory
   * @throws IOException if there is no memory
   */
  public ServerSlots(Arena arena, QueueOptions options) throws IOException {
    int depth = options.depth();
    SlotBuffers memory = new SlotBuffers(arena, options);
    buffers = new MemorySegment[depth];
    addresses = memory.addresses();
    state = new byte[depth];
    kind = new IoKind[depth];
    offsetBytes = new long[depth];
    lengthBytes = new int[depth];
    doneBytes = new int[depth];
    connection = new int[depth];
    next = new int[depth];
    for (int slot = 0; slot < depth; slot++) {
      buffers[slot] = memory.slot(slot);
      kind[slot] = IoKind.READ;
    }
  }

  /** How many there are. */
  public final int depth() {
    return state.length;
  }

  /** Puts a request into a free slot; nothing of it is done. */
  public final void begin(int slot, IoKind slotKind, long slotOffsetBytes, int slotLengthBytes) {
    kind[slot] = slotKind;
    offsetBytes[slot] = slotOffsetBytes;
    lengthBytes[slot] = slotLengthBytes;
    doneBytes[slot] = 0;
  }
}
