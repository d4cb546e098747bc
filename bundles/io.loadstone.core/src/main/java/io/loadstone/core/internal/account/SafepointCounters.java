package io.loadstone.core.internal.account;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * How often and how long the JVM stopped all its threads, whatever for: from the counters that it
 * keeps in memory shared by a file, where {@code jstat} finds them. A reading is three loads.
 *
 * <p>The JVM's public ways cost what they are to show: event streaming takes 40 MiB of resident
 * memory (JDK 25), and a safepoint log is written by the very thread that holds all others, to a
 * disk that may be under test. Where the file is not (another JVM, {@code -XX:-UsePerfData}), the
 * figures are unknown.
 *
 * <p><b>Threads:</b> any.
 */
final class SafepointCounters {
  // os_linux.cpp, os::get_temp_directory: never java.io.tmpdir.
  private static final String FOLDER = "/tmp/hsperfdata_";

  // perfMemory.hpp of JDK 25, PerfDataPrologue: the magic number is big-endian everywhere.
  private static final int MAGIC = 0xcafec0c0;
  private static final int BYTE_ORDER_AT = 4;
  private static final int MAJOR_AT = 5;
  private static final int MAJOR = 2;
  private static final int FIRST_ENTRY_AT = 24;
  private static final int ENTRIES_AT = 28;

  // PerfDataEntry, from the entry's beginning.
  private static final int NAME_AT = 4;
  private static final int TYPE_AT = 12;
  private static final int DATA_AT = 16;

  private static final SafepointCounters THIS_JVM =
      of(
          Path.of(
              FOLDER + System.getProperty("user.name"),
              Long.toString(ProcessHandle.current().pid())));

  private final MemorySegment memory;
  private final ValueLayout.OfLong number;
  private final long countAt;
  private final long ticksAt;
  private final long ticksPerSecond;

  private SafepointCounters(MemorySegment memory) {
    this.memory = memory;
    if (memory.get(ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN), 0) != MAGIC
        || memory.get(ValueLayout.JAVA_BYTE, MAJOR_AT) != MAJOR) {
      throw new IllegalArgumentException("no counters of a version that is known");
    }
    ByteOrder order =
        memory.get(ValueLayout.JAVA_BYTE, BYTE_ORDER_AT) == 0
            ? ByteOrder.BIG_ENDIAN
            : ByteOrder.LITTLE_ENDIAN;
    number = ValueLayout.JAVA_LONG.withOrder(order);
    Map<String, Long> places = places(ValueLayout.JAVA_INT.withOrder(order));
    countAt = places.getOrDefault("sun.rt.safepoints", -1L);
    ticksAt = places.getOrDefault("sun.rt.safepointTime", -1L);
    ticksPerSecond = memory.get(number, places.getOrDefault("sun.os.hrt.frequency", -1L));
  }

  // Nothing known, read from nowhere.
  private SafepointCounters() {
    memory = MemorySegment.NULL;
    number = ValueLayout.JAVA_LONG;
    countAt = -1;
    ticksAt = -1;
    ticksPerSecond = 1;
  }

  /** Those of the JVM that this runs in. */
  static SafepointCounters ofThisJvm() {
    return THIS_JVM;
  }

  /** Those that a JVM keeps in a file; unknown ones if it is no such file. */
  static SafepointCounters of(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new SafepointCounters(
          channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.global()));
    } catch (IOException | RuntimeException _) { // unknown is an answer here
      return new SafepointCounters();
    }
  }

  // Where the number of each name is.
  private Map<String, Long> places(ValueLayout.OfInt field) {
    Map<String, Long> places = new HashMap<>();
    long entry = memory.get(field, FIRST_ENTRY_AT);
    for (int left = memory.get(field, ENTRIES_AT); left > 0; left--) {
      if (memory.get(ValueLayout.JAVA_BYTE, entry + TYPE_AT) == 'J') {
        places.put(
            memory.getString(entry + memory.get(field, entry + NAME_AT)),
            entry + memory.get(field, entry + DATA_AT));
      }
      int length = memory.get(field, entry);
      if (length <= 0) {
        throw new IllegalArgumentException("an entry of the counters has no length");
      }
      entry += length;
    }
    return places;
  }

  /** The counters now. */
  Reading read() {
    if (countAt < 0 || ticksAt < 0) {
      return Reading.UNKNOWN;
    }
    double seconds = (double) memory.get(number, ticksAt) / ticksPerSecond;
    return new Reading(memory.get(number, countAt), Math.round(seconds * 1e9));
  }

  /**
   * One reading.
   *
   * @param count of all safepoints so far; -1 if unknown
   * @param ns that they took, with the time to reach them; -1 if unknown
   */
  record Reading(long count, long ns) {
    static final Reading UNKNOWN = new Reading(-1, -1);
  }
}
