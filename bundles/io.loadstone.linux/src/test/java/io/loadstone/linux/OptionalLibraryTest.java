package io.loadstone.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Test;

class OptionalLibraryTest {
  @Test
  void aLibraryThatIsNotInstalledIsNone() {
    assertThat(OptionalLibrary.find("libnosuchlibrary.so.1")).isEmpty();
  }

  @Test
  void aLibrarysFunctionsAreCalledAndCallBack() throws Throwable {
    OptionalLibrary c = OptionalLibrary.find("libc.so.6").orElseThrow();
    assertThat(c.has("qsort")).isTrue();
    assertThat(c.has("qsort_of_tomorrow")).isFalse();
    MethodHandle sort =
        c.function("qsort", FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));
    Order ascending = (left, right) -> Integer.compare(number(left), number(right));
    MethodHandle order =
        MethodHandles.lookup()
            .findVirtual(
                Order.class, "of", MethodType.methodType(int.class, long.class, long.class))
            .bindTo(ascending);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment called =
          OptionalLibrary.callback(
              order, FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG), arena);
      MemorySegment numbers = arena.allocateFrom(JAVA_INT, 3, 1, 2);
      sort.invokeExact(numbers, 3L, 4L, called);
      assertThat(numbers.toArray(JAVA_INT)).containsExactly(1, 2, 3);
      MemorySegment word = arena.allocateFrom("word");
      assertThat(OptionalLibrary.text(word.address())).isEqualTo("word");
      assertThat(OptionalLibrary.text(0)).isEmpty();
    }
  }

  /** What qsort calls. */
  interface Order {
    int of(long left, long right);
  }

  private static int number(long address) {
    try (Arena arena = Arena.ofConfined()) {
      return MemoryCalls.at(arena, address, Integer.BYTES).get(JAVA_INT, 0);
    }
  }
}
