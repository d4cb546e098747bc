package io.loadstone.target.file.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuardsTest {
  private static final TargetUse LAY = Uses.lay(Layout.WRITTEN);

  @TempDir Path given;
  private Path allowed;
  private Path elsewhere;
  private FileTargetProvider provider;

  @BeforeEach
  void make() throws IOException {
    Path dir = given.toRealPath();
    allowed = Files.createDirectory(dir.resolve("allowed"));
    elsewhere = Files.createDirectory(dir.resolve("elsewhere"));
    provider = new FileTargetProvider(AllowedFolders.of(allowed.toString(), new String[0]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:.", "file:./", "file:new/", "file:new/.", "file:@", "file:@/"})
  void aFolderThatIsNotThereIsNotReplacedByAFile(String uri) throws IOException {
    Files.delete(allowed);

    TargetPreview preview =
        provider.preview(TargetUri.parse(uri.replace("@", allowed + "") + "?size=1MiB"), LAY);

    assertThat(preview.refusal().orElseThrow().reason())
        .contains(" is a folder; name a file in it");
    assertThat(allowed).doesNotExist();
  }

  @Test
  void whatAPreviewRefusesOpenRefusesWithTheSameSentence() throws Exception {
    Path foreign = Files.writeString(allowed.resolve("foreign.dat"), "precious");
    List<TargetUri> refused =
        List.of(
            Uses.uri(elsewhere.resolve("t.dat"), "1MiB"),
            Uses.uri(allowed.resolve("t.dat")),
            Uses.uri(foreign),
            Uses.uri(allowed),
            TargetUri.parse("file:t.dat?sise=1MiB"));

    for (TargetUri uri : refused) {
      TargetPreview preview = provider.preview(uri, LAY);
      assertThat(preview.refusal()).as(uri.text()).isPresent();
      assertThatThrownBy(() -> provider.open(uri, LAY))
          .isInstanceOf(TargetRefusedException.class)
          .hasMessage(preview.refusal().orElseThrow().reason());
    }
    assertThat(foreign).hasContent("precious");
    assertThat(names(allowed)).containsExactly("foreign.dat");
  }

  @Test
  void aFileOutsideTheAllowedFoldersIsRefusedForReadingAsWell() throws Exception {
    Path outside = Files.writeString(elsewhere.resolve("secret"), "x".repeat(8192));

    assertThat(refusal(Uses.uri(outside), Uses.READ))
        .contains(outside + " is in none of the allowed folders")
        .contains(allowed.toString())
        .contains("allowedFolders in io.loadstone.targets.cfg of the config folder");
  }

  @Test
  void aLinkOutOfTheAllowedFoldersIsRefused() throws Exception {
    Path outside = Files.writeString(elsewhere.resolve("secret"), "x".repeat(8192));
    Path link = Files.createSymbolicLink(allowed.resolve("link"), outside);
    Files.createSymbolicLink(allowed.resolve("folder"), elsewhere);

    assertThat(refusal(Uses.uri(link), Uses.READ)).contains("is really " + outside);
    assertThat(refusal(Uses.uri(allowed.resolve("folder/secret")), Uses.READ))
        .contains("is really " + outside);
    assertThat(refusal(Uses.uri(allowed.resolve("folder/new.dat"), "1MiB"), LAY))
        .contains("is really " + elsewhere.resolve("new.dat"));
    assertThat(names(elsewhere)).containsExactly("secret");
  }

  @Test
  void aLinkWithinTheAllowedFoldersIsTheFileThatItLeadsTo() throws Exception {
    Path file = Files.writeString(allowed.resolve("t.dat"), "x".repeat(8192));
    Path link = Files.createSymbolicLink(allowed.resolve("link"), file);

    TargetPreview preview = provider.preview(Uses.uri(link), Uses.READ);

    assertThat(preview.refusal()).isEmpty();
    assertThat(preview.identity())
        .isEqualTo("file:" + file)
        .isEqualTo(provider.preview(Uses.uri(file), Uses.READ).identity());
  }

  @Test
  void aLinkThatLeadsToNothingIsNeverFilledWithAFile() throws Exception {
    Path link = Files.createSymbolicLink(allowed.resolve("link"), elsewhere.resolve("new.dat"));

    assertThat(refusal(Uses.uri(link, "1MiB"), LAY)).contains("leads to nothing");
    assertThat(names(elsewhere)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../elsewhere/t.dat", "x/../../elsewhere/t.dat", "./../elsewhere/t.dat"})
  void dotsLeadNowhereElse(String path) {
    assertThat(refusal(new TargetUri("file", path, Map.of("size", "1MiB")), LAY))
        .containsAnyOf("is in none of the allowed folders", "write it without ..");
  }

  @Test
  void dotsWithinTheAllowedFolderAreFine() throws Exception {
    Files.createDirectory(allowed.resolve("sub"));

    assertThat(provider.preview(TargetUri.parse("file:sub/../t.dat?size=1MiB"), LAY))
        .satisfies(
            preview -> {
              assertThat(preview.refusal()).isEmpty();
              assertThat(preview.identity()).isEqualTo("file:" + allowed.resolve("t.dat"));
            });
  }

  @Test
  void aFolderWhoseNameBeginsLikeAnAllowedOneIsNotAllowed() throws Exception {
    Path other = Files.createDirectory(allowed.resolveSibling("allowed-not"));

    assertThat(refusal(Uses.uri(other.resolve("t.dat"), "1MiB"), LAY))
        .contains("is in none of the allowed folders");
  }

  @Test
  void aMissingDeviceIsAnErrorAndNeverANewFile() {
    provider = new FileTargetProvider(AllowedFolders.of("/dev", new String[0]));

    assertThat(refusal(TargetUri.parse("file:/dev/loadstone-missing?size=1MiB"), LAY))
        .contains("/dev/loadstone-missing does not exist")
        .contains("never replaced by a new file");
    assertThat(Path.of("/dev/loadstone-missing")).doesNotExist();
  }

  // B129: no device is written to as a file, mounted or not.
  @Test
  void deviceNodesAreRefusedEvenBehindALink() throws Exception {
    Path link = Files.createSymbolicLink(allowed.resolve("null"), Path.of("/dev/null"));
    assertThat(refusal(TargetUri.parse("file:/dev/null"), Uses.READ)).contains("is a device");
    assertThat(refusal(Uses.uri(link), Uses.READ)).contains("/dev/null");

    provider = new FileTargetProvider(AllowedFolders.of("/", new String[0]));
    assertThat(refusal(Uses.uri(link), Uses.READ)).contains("/dev/null is a device");
    Files.delete(link);
  }

  @Test
  void aBlockDeviceIsToldToBeNamedAsOne() throws Exception {
    Path device = null;
    try (Stream<Path> devices = Files.list(Path.of("/sys/class/block"))) {
      device =
          devices
              .map(d -> Path.of("/dev").resolve(d.getFileName()))
              .filter(Files::exists)
              .findFirst()
              .orElse(null);
    }
    assumeTrue(device != null, "skipped: this machine shows no block device");

    assertThat(refusal(Uses.uri(device), Uses.READ)).contains("block:" + device);
  }

  @Test
  void foldersPipesAndSocketsAreRefused() throws Exception {
    assertThat(refusal(Uses.uri(allowed), Uses.READ)).contains(allowed + " is a folder");
    assertThat(refusal(TargetUri.parse("file:?size=1MiB"), LAY)).contains("needs a path");

    Path socket = allowed.resolve("socket");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      assertThat(refusal(Uses.uri(socket), Uses.READ)).contains("a pipe, a socket or the like");
    }
    Path pipe = allowed.resolve("pipe");
    assumeTrue(
        Commands.succeeds("mkfifo", pipe.toString()), "skipped in part: mkfifo is not there");
    assertThat(refusal(Uses.uri(pipe), Uses.READ)).contains("a pipe, a socket or the like");
    assertThat(refusal(Uses.uri(pipe, "1MiB"), Uses.OVERWRITE)).contains("a pipe");
  }

  @Test
  void aForeignFileIsWrittenOnlyIfThePlanSaysSo() throws Exception {
    Path foreign = Files.writeString(allowed.resolve("foreign.dat"), "x".repeat(8192));

    assertThat(refusal(Uses.uri(foreign), LAY))
        .contains("was not laid out by Loadstone")
        .contains("overwrite: true");
    assertThat(refusal(Uses.uri(foreign), Uses.WRITE)).contains("was not laid out by Loadstone");

    FoundTarget preview = provider.find(Uses.uri(foreign), Uses.OVERWRITE);
    assertThat(preview.effects())
        .singleElement()
        .asString()
        .contains("8192 bytes")
        .contains("OVERWRITTEN");
    assertThat(foreign).hasContent("x".repeat(8192));
    assertThat(names(allowed)).containsExactly("foreign.dat");
  }

  /** B033: reading never removes, truncates or makes a file, whatever its name is like. */
  @Test
  void aReadOnlyPlanLeavesAForeignFileExactlyAsItIs() throws Exception {
    Path foreign = Files.writeString(allowed.resolve("foreign.dat"), "x".repeat(8191));

    try (Target target = provider.open(Uses.uri(foreign), Uses.READ)) {
      assertThat(target.sizeBytes()).isEqualTo(8191);
      assertThat(target.traits().path().orElseThrow().writable()).isFalse();
      assertThat(target.lost()).isEmpty();
      assertThatThrownBy(() -> target.lay(Layout.WRITTEN))
          .isInstanceOf(IllegalStateException.class);
    }

    assertThat(foreign).hasContent("x".repeat(8191));
    assertThat(names(allowed)).containsExactly("foreign.dat");
    assertThatThrownBy(() -> provider.remove(Uses.uri(foreign)))
        .isInstanceOf(TargetRefusedException.class)
        .hasMessageContaining("was not laid out by Loadstone");
    assertThat(foreign).exists();
  }

  /** B029. */
  @Test
  void anotherSizeThanAForeignFileHasIsAConflict() throws Exception {
    Path foreign = Files.writeString(allowed.resolve("foreign.dat"), "x".repeat(8192));

    for (TargetUse use : List.of(Uses.READ, Uses.OVERWRITE)) {
      assertThat(refusal(Uses.uri(foreign, "1MiB"), use))
          .contains("has 8192 bytes, and the plan says size=1048576")
          .contains("leave size away");
    }
    assertThat(refusal(Uses.uri(foreign, "4KiB"), Uses.READ)).contains("8192").contains("4096");
    assertThat(provider.preview(Uses.uri(foreign, "8KiB"), Uses.READ).refusal()).isEmpty();
  }

  @Test
  void aFileWithSeveralNamesIsNotWritten() throws Exception {
    Path file = Files.writeString(elsewhere.resolve("precious"), "x".repeat(8192));
    Path name = Files.createLink(allowed.resolve("name"), file);

    assertThat(refusal(Uses.uri(name), Uses.OVERWRITE)).contains("2 hard links");
    assertThat(provider.preview(Uses.uri(name), Uses.READ).refusal()).isEmpty();
  }

  @Test
  void twoNamesOfOneFileAreOneTarget() throws Exception {
    Path file = Files.writeString(allowed.resolve("one"), "x".repeat(8192));
    Path name = Files.createLink(allowed.resolve("two"), file);

    assertThat(provider.preview(Uses.uri(name), Uses.READ).identity())
        .isEqualTo(provider.preview(Uses.uri(file), Uses.READ).identity());
  }

  @Test
  void resultsAreNeverOverwritten() throws Exception {
    ByteBuffer head = ByteBuffer.allocate(8192);
    head.put("SQLite format 3\0".getBytes(StandardCharsets.US_ASCII));
    head.putInt(68, 0x4C6F6164);
    Path database = Files.write(allowed.resolve("results.db"), head.array());
    Path log = Files.writeString(allowed.resolve("results.db-wal"), "x".repeat(4096));

    assertThat(refusal(Uses.uri(database), Uses.OVERWRITE))
        .contains("database of Loadstone's results");
    assertThat(refusal(Uses.uri(log), Uses.OVERWRITE)).contains("database of Loadstone's results");
  }

  @Test
  void aSizeIsNeededOnlyForWhatIsToBeMade() {
    assertThat(refusal(Uses.uri(allowed.resolve("t.dat")), LAY))
        .contains("does not exist")
        .contains("?size=1GiB");
  }

  @Test
  void anEmptyFileThatIsOnlyReadHasNothingToRead() throws Exception {
    Path empty = Files.createFile(allowed.resolve("empty"));

    assertThat(refusal(Uses.uri(empty), Uses.READ))
        .contains("is empty")
        .contains("nothing to read");
    assertThat(refusal(Uses.uri(empty), LAY)).contains("?size=1GiB");
  }

  @Test
  void whatDoesNotExistAndIsNotPreparedIsRefused() {
    for (TargetUse use : List.of(Uses.READ, Uses.WRITE)) {
      assertThat(refusal(Uses.uri(allowed.resolve("t.dat"), "1MiB"), use))
          .contains("does not exist")
          .contains("prepare");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "file:t.dat?sise=1MiB, 'unknown parameter \"sise\"; did you mean \"size\"?'",
    "file:t.dat?colour=blue&size=1MiB, unknown parameter \"colour\"",
    "file:t.dat?size=huge, '\"huge\" is not allowed here'",
    "file:t.dat?size=0, '\"0\" is not allowed here'",
    "file:t.dat?size=-4KiB, '\"-4KiB\" is not allowed here'",
    "file://host/t.dat?size=1MiB, names a host",
    "file:~/t.dat?size=1MiB, not expanded",
    "file:t.dat.loadstone?size=1MiB, record of Loadstone's own",
    "file:a%00b?size=1MiB, file:a?b: the name holds control characters",
    "file:a%0Ab?size=1MiB, file:a?b: the name holds control characters",
    "file:a%1B[31m, file:a?[31m: the name holds control characters"
  })
  void aBadUriIsToldWhatIsWrong(String uri, String expected) {
    assertThat(refusal(TargetUri.parse(uri), LAY)).contains(expected);
  }

  @Test
  void aMissingFolderIsToldWithItsCure() {
    provider =
        new FileTargetProvider(
            AllowedFolders.of(allowed.toString(), new String[] {elsewhere.toString()}));

    assertThat(refusal(Uses.uri(elsewhere.resolve("no/t.dat"), "1MiB"), LAY))
        .contains("mkdir -p " + elsewhere.resolve("no"));
  }

  @Test
  void theTargetsFolderIsMadeOnDemandAndOnlyByOpen() throws Exception {
    Path late = allowed.resolve("late").resolve("targets");
    provider = new FileTargetProvider(AllowedFolders.of(late.toString(), new String[0]));
    TargetUri uri = TargetUri.parse("file:sub folder/t.dat?size=64KiB");

    assertThat(provider.preview(uri, LAY).refusal()).isEmpty();
    assertThat(provider.listing()).first().asString().contains("does not exist yet");
    assertThat(late).doesNotExist();

    provider.open(uri, LAY).close();
    assertThat(late.resolve("sub folder").resolve("t.dat")).exists();
  }

  @Test
  void aNameThatLeavesNoRoomForItsRecordIsTooLong() {
    assertThat(refusal(Uses.uri(allowed.resolve("n".repeat(242)), "1MiB"), LAY))
        .contains("242 bytes long; at most 241");
    assertThat(provider.preview(Uses.uri(allowed.resolve("n".repeat(241)), "1MiB"), LAY).refusal())
        .isEmpty();
    assertThat(refusal(Uses.uri(allowed.resolve("n".repeat(300)), "1MiB"), LAY)).contains("300");
  }

  @Test
  void moreThanTheDiskHasIsRefusedBeforeAnythingIsMade() throws Exception {
    assertThat(refusal(Uses.uri(allowed.resolve("t.dat"), "4PiB"), LAY))
        .contains("needs 4503599627370496 more bytes")
        .contains("free");
    FoundTarget sparse =
        provider.find(Uses.uri(allowed.resolve("t.dat"), "4PiB"), Uses.lay(Layout.SPARSE));
    assertThat(sparse.warnings()).anyMatch(w -> w.contains("ENOSPC"));
    assertThat(names(allowed)).isEmpty();
  }

  @Test
  void theConfigurationTakesSeveralFoldersInOneText() throws Exception {
    provider =
        new FileTargetProvider(
            AllowedFolders.of(
                allowed.toString(), new String[] {"/nowhere , " + elsewhere + ",", " "}));

    assertThat(provider.preview(Uses.uri(elsewhere.resolve("t.dat"), "1MiB"), LAY).refusal())
        .isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AllowedFolders.of("targets", new String[0]))
        .withMessageContaining("io.loadstone.targets.cfg: targetsFolder has \"targets\"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AllowedFolders.of("/x", new String[] {"/y,z"}))
        .withMessageContaining("allowedFolders has \"z\"");
  }

  @Test
  void anAllowedFolderMayBeReachedThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(allowed.resolveSibling("link"), allowed);
    provider = new FileTargetProvider(AllowedFolders.of(link.toString(), new String[0]));

    TargetPreview preview = provider.preview(TargetUri.parse("file:t.dat?size=1MiB"), LAY);

    assertThat(preview.refusal()).isEmpty();
    assertThat(preview.identity()).isEqualTo("file:" + allowed.resolve("t.dat"));
  }

  @Test
  void aRefusalSaysWhetherThePlanAGuardOrTheMachineIsInTheWay() throws Exception {
    Path foreign = Files.writeString(allowed.resolve("foreign.dat"), "precious");
    assertThat(kind(Uses.uri(elsewhere.resolve("t.dat"), "1MiB"), LAY)).isEqualTo(Kind.SAFETY);
    assertThat(kind(Uses.uri(foreign), LAY)).isEqualTo(Kind.SAFETY);
    assertThat(kind(TargetUri.parse("file:/dev/null"), LAY)).isEqualTo(Kind.SAFETY);
    assertThat(kind(TargetUri.parse("file:t.dat?size=0"), LAY)).isEqualTo(Kind.PLAN);
    assertThat(kind(TargetUri.parse("file:t.dat?sise=1MiB"), LAY)).isEqualTo(Kind.PLAN);
    assertThat(kind(TargetUri.parse("file:t.dat"), LAY)).isEqualTo(Kind.PLAN);
    assertThat(kind(Uses.uri(foreign, "1MiB"), Uses.READ)).isEqualTo(Kind.PLAN);
    assertThat(kind(TargetUri.parse("file:t.dat"), Uses.READ)).isEqualTo(Kind.IMPOSSIBLE_NOW);
    assertThat(kind(Uses.uri(allowed.resolve("t.dat"), "4PiB"), LAY))
        .isEqualTo(Kind.IMPOSSIBLE_NOW);
  }

  private Kind kind(TargetUri uri, TargetUse use) {
    return provider.preview(uri, use).refusal().orElseThrow().kind();
  }

  private String refusal(TargetUri uri, TargetUse use) {
    return provider.preview(uri, use).refusal().orElseThrow().reason();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }
}
