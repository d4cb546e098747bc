package io.loadstone.target.file.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two agents on one machine, each with a provider of its own that knows nothing of the other. */
class OtherAgentTest {
  @TempDir Path given;
  private AllowedFolders folders;
  private Path file;
  private TargetUri uri;
  private FileTargetProvider one;
  private FileTargetProvider other;

  @BeforeEach
  void make() throws IOException {
    Path folder = given.toRealPath();
    file = folder.resolve("t.dat");
    uri = Uses.uri(file, "1MiB");
    folders = AllowedFolders.of(folder.toString(), new String[0]);
    one = new FileTargetProvider(folders);
    other = new FileTargetProvider(folders);
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

  @Test
  void aFileThatAnotherAgentLockedFirstStaysWhoeverMadeIt() throws Exception {
    List<Target> others = new ArrayList<>();
    FileTargetProvider slow =
        interruptedBeforeLockingBy(() -> others.add(other.open(uri, Uses.lay(Layout.SPARSE))));

    assertRefused(() -> slow.open(uri, Uses.lay(Layout.SPARSE)));

    try (Target target = others.getFirst()) {
      assertThat(file).exists();
      target.lay(Layout.SPARSE);
      assertThat(target.lost()).isEmpty();
      assertThat(LayoutRecord.of(file, FileStatus.of(file)).orElseThrow().laid()).isTrue();
    }
  }

  @Test
  void aFileThatCameInPlaceOfAJustMadeOneStays() throws Exception {
    Path elsewhere = Files.writeString(given.toRealPath().resolve("elsewhere"), "of others");
    FileTargetProvider slow =
        interruptedBeforeLockingBy(
            () -> Files.move(elsewhere, file, StandardCopyOption.REPLACE_EXISTING));

    assertThatThrownBy(() -> slow.open(uri, Uses.lay(Layout.SPARSE)))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining("was replaced while it was being opened");

    assertThat(file).hasContent("of others");
  }

  @Test
  void aFileThatAnotherAgentUsesIsNotRemoved() throws Exception {
    Uses.layOut(one, uri, Layout.SPARSE);
    try (Target reads = other.open(Uses.uri(file), Uses.READ)) {
      assertRefused(() -> one.remove(uri));
      assertThat(reads.lost()).isEmpty();
    }
    assertThat(one.remove(uri)).isTrue();
    assertThat(file).doesNotExist();
  }

  /** An agent that something else comes between of: it has opened a file and not yet locked it. */
  private FileTargetProvider interruptedBeforeLockingBy(ThrowingCallable happens) {
    return new FileTargetProvider(
        folders,
        (fd, exclusive) -> {
          try {
            happens.call();
          } catch (Throwable t) {
            throw new AssertionError(t);
          }
          return FileCalls.lock(fd, exclusive);
        });
  }

  private static void assertRefused(ThrowingCallable opening) {
    assertThatThrownBy(opening)
        .isInstanceOfSatisfying(
            TargetRefusedException.class,
            e -> assertThat(e.refusal().kind()).isEqualTo(Kind.SAFETY))
        .hasMessageContaining("is in use by another program, maybe another Loadstone agent");
  }
}
