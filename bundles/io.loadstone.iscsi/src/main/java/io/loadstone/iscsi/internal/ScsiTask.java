package io.loadstone.iscsi.internal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.loadstone.linux.MemoryCalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A command and its buffer. The library's structure for it is made once and used again and again:
 * one that were freed when its answer came might still be read, since a server may refuse a write
 * before all of its data have left.
 */
final class ScsiTask implements AutoCloseable {
  // struct scsi_task of iscsi/scsi-lowlevel.h
  private static final long BYTES = 176;
  private static final long CDB_SIZE = 4;
  private static final long DIRECTION = 8;
  private static final long EXPECTED_BYTES = 12;
  private static final long CDB = 16;
  private static final long RESIDUAL_STATUS = 32;
  private static final long RESIDUAL = 40;
  private static final long SENSE_KEY = 52;
  private static final long SENSE_CODE = 56;
  private static final long DATA_SIZE = 64;
  private static final long DATA = 72;
  private static final long VECTOR_IN = 112;
  private static final long VECTOR_OUT = 144;
  // struct scsi_iovector: the vector, and how many are in it
  private static final long VECTOR_COUNT = 8;
  // struct scsi_iovec: address and size
  private static final long VECTOR_BYTES = 16;

  // enum scsi_xfer_dir
  static final int NO_DATA = 0;
  static final int FROM_LUN = 1;
  static final int TO_LUN = 2;
  // enum scsi_residual
  private static final int UNDERFLOW = 1;

  // SBC-4: operation codes of commands with 16 bytes, and where block and count are in them
  private static final byte READ_16 = (byte) 0x88;
  private static final byte WRITE_16 = (byte) 0x8a;
  private static final byte SYNCHRONIZE_CACHE_16 = (byte) 0x91;
  private static final long BLOCK = CDB + 2;
  private static final long COUNT = CDB + 10;
  private static final ValueLayout.OfLong BIG_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt BIG_INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final MemorySegment buffer;
  private final MemorySegment vector;
  private final MemorySegment task;

  /**
   * Makes it.
   *
   * @param arena of the buffer; open until after {@link #close}
   * @param buffer all data go there, and come from there
   * @throws IOException if there is no memory
   */
  ScsiTask(Arena arena, MemorySegment buffer) throws IOException {
    this.buffer = buffer;
    long address = Libiscsi.createTask();
    if (address == 0) {
      throw new IOException("no memory for another operation; use fewer outstanding I/Os");
    }
    task = MemoryCalls.at(arena, address, BYTES);
    vector = arena.allocate(VECTOR_BYTES, Long.BYTES);
    use(0);
    for (long place : new long[] {VECTOR_IN, VECTOR_OUT}) {
      task.set(JAVA_LONG, place, vector.address());
      task.set(JAVA_INT, place + VECTOR_COUNT, 1);
    }
  }

  /** What the library knows it by. */
  long address() {
    return task.address();
  }

  /** The whole buffer. */
  MemorySegment buffer() {
    return buffer;
  }

  /**
   * Makes it a read.
   *
   * @param bufferOffsetBytes where in the buffer the data go
   */
  void read(long block, int blocks, int bytes, int bufferOffsetBytes) {
    use(bufferOffsetBytes);
    transfer(READ_16, FROM_LUN, block, blocks, bytes);
  }

  /**
   * Makes it a write.
   *
   * @param bufferOffsetBytes where in the buffer the data are
   */
  void write(long block, int blocks, int bytes, int bufferOffsetBytes) {
    use(bufferOffsetBytes);
    transfer(WRITE_16, TO_LUN, block, blocks, bytes);
  }

  // All of the rest of the buffer, whatever part of it the command is for.
  private void use(long offsetBytes) {
    vector.set(JAVA_LONG, 0, buffer.address() + offsetBytes);
    vector.set(JAVA_LONG, Long.BYTES, buffer.byteSize() - offsetBytes);
  }

  /** Makes it a flush of the whole LUN. */
  void flush() {
    transfer(SYNCHRONIZE_CACHE_16, NO_DATA, 0, 0, 0);
  }

  private void transfer(byte operation, int direction, long block, int blocks, int bytes) {
    task.set(JAVA_LONG, CDB, 0);
    task.set(JAVA_LONG, CDB + Long.BYTES, 0);
    task.set(JAVA_BYTE, CDB, operation);
    task.set(BIG_LONG, BLOCK, block);
    task.set(BIG_INT, COUNT, blocks);
    expect(16, direction, bytes);
  }

  /** Makes it any command that reads into the buffer, or moves nothing. */
  void command(int bytes, byte[] cdb) {
    task.asSlice(CDB, 16).fill((byte) 0);
    MemorySegment.copy(cdb, 0, task, JAVA_BYTE, CDB, cdb.length);
    expect(cdb.length, bytes == 0 ? NO_DATA : FROM_LUN, bytes);
  }

  private void expect(int cdbBytes, int direction, int bytes) {
    task.set(JAVA_INT, CDB_SIZE, cdbBytes);
    task.set(JAVA_INT, DIRECTION, direction);
    task.set(JAVA_INT, EXPECTED_BYTES, bytes);
    // The library sets these with an answer, not at the beginning.
    task.set(JAVA_INT, RESIDUAL_STATUS, 0);
    task.set(JAVA_LONG, RESIDUAL, 0);
    task.set(JAVA_INT, SENSE_KEY, 0);
    task.set(JAVA_INT, SENSE_CODE, 0);
  }

  /** How much of what was asked for the server says that it moved. */
  int movedBytes() {
    int expected = task.get(JAVA_INT, EXPECTED_BYTES);
    return task.get(JAVA_INT, RESIDUAL_STATUS) == UNDERFLOW
        ? Math.clamp(expected - task.get(JAVA_LONG, RESIDUAL), 0, expected)
        : expected;
  }

  /** The sense key of a check condition. */
  int senseKey() {
    return task.get(JAVA_INT, SENSE_KEY);
  }

  /** The additional sense code of a check condition, and its qualifier in the low byte. */
  int senseCode() {
    return task.get(JAVA_INT, SENSE_CODE);
  }

  /** Frees what came with an answer that was not good. */
  void forgetSense() {
    MemoryCalls.free(task.get(JAVA_LONG, DATA));
    task.set(JAVA_LONG, DATA, 0);
    task.set(JAVA_INT, DATA_SIZE, 0);
  }

  /** Frees it; no session may have it any more. */
  @Override
  public void close() {
    Libiscsi.freeTask(task.address());
  }
}
