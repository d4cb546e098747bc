package io.loadstone.core.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorLogTest {
  private static final int NO_SPACE = -Errno.ENOSPC.number();

  private final ErrorLog errors = new ErrorLog(Long.MAX_VALUE, List.of("/srv/a", "/srv/b"));

  @Test
  void theCureOfAKindOfFailureIsToldOnceAndThenHowOftenItCame() {
    errors.failed(IoKind.WRITE, 0, 4096, NO_SPACE, 512);
    errors.failed(IoKind.WRITE, 0, 8192, NO_SPACE, 512);
    assertThat(errors.takeNotes())
        .singleElement()
        .asString()
        .startsWith("write at 4096 on /srv/a failed: ENOSPC (28), ")
        .contains("free some")
        .endsWith("(the first of 2)");

    for (int i = 0; i < 3; i++) {
      errors.failed(IoKind.WRITE, 0, 0, NO_SPACE, 512);
    }
    assertThat(errors.takeNotes())
        .containsExactly("write on /srv/a failed with ENOSPC (28) as before, 3 times more");
    assertThat(errors.takeNotes()).isEmpty();
    assertThat(errors.count()).isEqualTo(5);
  }

  @Test
  void anotherTargetKindOrErrorIsNewsOfItsOwn() {
    errors.failed(IoKind.WRITE, 0, 0, NO_SPACE, 512);
    errors.takeNotes();

    errors.failed(IoKind.WRITE, 1, 512, NO_SPACE, 512);
    errors.failed(IoKind.READ, 0, 1024, 100, 512);
    errors.failed(IoKind.FLUSH, 0, 0, -Errno.EIO.number(), 0);
    assertThat(errors.takeNotes())
        .hasSize(3)
        .anyMatch(note -> note.startsWith("write at 512 on /srv/b failed: "))
        .anyMatch(note -> note.startsWith("read at 1024 on /srv/a moved only 100 of 512 bytes: "))
        .anyMatch(note -> note.startsWith("flush of /srv/a failed: "));

    errors.failed(IoKind.READ, 0, 0, 1, 512);
    errors.failed(IoKind.FLUSH, 0, 0, -Errno.EIO.number(), 0);
    assertThat(errors.takeNotes())
        .containsExactlyInAnyOrder(
            "read on /srv/a moved too few bytes as before, once more",
            "flush of /srv/a failed with EIO (5) as before, once more");
  }
}
