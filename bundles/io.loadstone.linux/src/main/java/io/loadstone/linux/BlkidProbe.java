package io.loadstone.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What libblkid recognises on a device: file systems, members of volumes, swap space, partition
 * tables. The library is optional.
 *
 * <p><b>Threads:</b> any; each call has a probe of its own.
 */
public final class BlkidProbe {
  /**
   * Something that was recognised.
   *
   * @param type as libblkid calls it, such as {@code ext4}, {@code LVM2_member}, {@code gpt}
   * @param offsetBytes where its magic is; 0 if the library does not tell
   */
  public record Signature(String type, long offsetBytes) {}

  // blkid/blkid.h of util-linux 2.35
  private static final int BLKID_SUBLKS_TYPE = 1 << 5;
  private static final int BLKID_SUBLKS_MAGIC = 1 << 9;
  private static final int BLKID_PARTS_MAGIC = 1 << 3;
  private static final int FOUND = 0;
  private static final int NOTHING_MORE = 1;
  // A device can't hold so many; a guard against a library that never ends.
  private static final int MOST = 64;

  private static final Optional<BlkidProbe> HERE =
      NativeCalls.library("libblkid.so.1").map(BlkidProbe::new);

  private final MethodHandle newProbe;
  private final MethodHandle freeProbe;
  private final MethodHandle setDevice;
  private final MethodHandle superblocksFlags;
  private final MethodHandle enablePartitions;
  private final MethodHandle partitionsFlags;
  private final MethodHandle probe;
  private final MethodHandle lookup;

  private BlkidProbe(SymbolLookup library) {
    FunctionDescriptor set = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT);
    newProbe = NativeCalls.function(library, "blkid_new_probe", FunctionDescriptor.of(ADDRESS));
    freeProbe =
        NativeCalls.function(library, "blkid_free_probe", FunctionDescriptor.ofVoid(ADDRESS));
    setDevice =
        NativeCalls.function(
            library,
            "blkid_probe_set_device",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_LONG, JAVA_LONG));
    superblocksFlags = NativeCalls.function(library, "blkid_probe_set_superblocks_flags", set);
    enablePartitions = NativeCalls.function(library, "blkid_probe_enable_partitions", set);
    partitionsFlags = NativeCalls.function(library, "blkid_probe_set_partitions_flags", set);
    probe =
        NativeCalls.function(library, "blkid_do_probe", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    lookup =
        NativeCalls.function(
            library,
            "blkid_probe_lookup_value",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
  }

  /** The library, if it is installed (Debian: libblkid1). */
  public static Optional<BlkidProbe> here() {
    return HERE;
  }

  /**
   * Recognises all that is on an open device or file.
   *
   * @param fd open for reading; its position is changed
   * @return everything that was found, the first found first; empty if there is nothing
   * @throws IOException if the library can't read it
   */
  public List<Signature> signatures(int fd) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pointer = (MemorySegment) newProbe.invokeExact();
      if (pointer.equals(MemorySegment.NULL)) {
        throw new IOException("libblkid has no memory for a probe");
      }
      try {
        return found(arena, pointer, fd);
      } finally {
        freeProbe.invokeExact(pointer);
      }
    } catch (IOException e) {
      throw e;
    } catch (Throwable t) {
      throw NativeCalls.mismatch("libblkid", t);
    }
  }

  private List<Signature> found(Arena arena, MemorySegment pointer, int fd) throws Throwable {
    int flags = BLKID_SUBLKS_TYPE | BLKID_SUBLKS_MAGIC;
    if ((int) setDevice.invokeExact(pointer, fd, 0L, 0L) != 0
        || (int) superblocksFlags.invokeExact(pointer, flags) != 0
        || (int) enablePartitions.invokeExact(pointer, 1) != 0
        || (int) partitionsFlags.invokeExact(pointer, BLKID_PARTS_MAGIC) != 0) {
      throw new IOException("libblkid can't look at the device");
    }
    List<Signature> found = new ArrayList<>();
    int rc = (int) probe.invokeExact(pointer);
    while (rc == FOUND && found.size() < MOST) {
      add(found, arena, pointer, "TYPE", "SBMAGIC_OFFSET");
      add(found, arena, pointer, "PTTYPE", "PTMAGIC_OFFSET");
      rc = (int) probe.invokeExact(pointer);
    }
    if (rc != FOUND && rc != NOTHING_MORE) {
      throw new IOException("libblkid can't read the device (" + rc + ")");
    }
    return found;
  }

  private void add(
      List<Signature> found, Arena arena, MemorySegment pointer, String type, String offset)
      throws Throwable {
    Optional<String> name = value(arena, pointer, type);
    if (name.isPresent()) {
      long at = value(arena, pointer, offset).map(Long::parseLong).orElse(0L);
      found.add(new Signature(name.get(), at));
    }
  }

  private Optional<String> value(Arena arena, MemorySegment pointer, String name) throws Throwable {
    MemorySegment data = arena.allocate(ADDRESS);
    int rc = (int) lookup.invokeExact(pointer, arena.allocateFrom(name), data, MemorySegment.NULL);
    return rc == 0 ? Optional.of(NativeCalls.text(data.get(ADDRESS, 0))) : Optional.empty();
  }
}
