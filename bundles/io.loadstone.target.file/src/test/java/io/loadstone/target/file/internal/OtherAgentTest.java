package io.loadstone.target.file.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two agents on one machine, each with a provider of its own that knows nothing of the other. */
class OtherAgentTest {
  @TempDir Path given;
  private Path file;
  private TargetUri uri;
  private FileTargetProvider one;
  private FileTargetProvider other;

  @BeforeEach
  void make() throws IOException {
    Path folder = given.toRealPath();
    file = folder.resolve("t.dat");
    uri = Uses.uri(file, "1MiB");
    one = new FileTargetProvider(AllowedFolders.of(folder.toString(), new String[0]));
    other = new FileTargetProvider(AllowedFolders.of(folder.toString(), new String[0]));
  }

  @Test
  void aFileThatAnAgentWritesIsNotOpenedByAnother() throws Exception {
    try (Target writes = one.open(uri, Uses.lay(Layout.WRITTEN))) {
      writes.lay(Layout.WRITTEN);
      byte[] before = Files.readAllBytes(LayoutRecord.beside(file));

      assertRefused(() -> other.open(Uses.uri(file, "2MiB"), Uses.lay(Layout.WRITTEN)));
      assertRefused(() -> other.open(Uses.uri(file), Uses.READ));
      assertThat(Files.readAllBytes(LayoutRecord.beside(file))).isEqualTo(before);
      assertThat(Files.size(file)).isEqualTo(1 << 20);
    }
    // And it is free as soon as the run is over.
    other.open(uri, Uses.lay(Layout.WRITTEN)).close();
  }

  @Test
  void manyMayReadWhileNobodyWrites() throws Exception {
    Files.write(file, new byte[1 << 20]);
    try (Target first = one.open(Uses.uri(file), Uses.READ);
        Target second = other.open(Uses.uri(file), Uses.READ)) {
      assertThat(first.sizeBytes()).isEqualTo(second.sizeBytes());
    }
  }

  private static void assertRefused(ThrowingCallable opening) {
    assertThatThrownBy(opening)
        .isInstanceOfSatisfying(
            TargetRefusedException.class,
            e -> assertThat(e.refusal().kind()).isEqualTo(Kind.SAFETY))
        .hasMessageContaining("is in use by another program, maybe another Loadstone agent");
  }
}
