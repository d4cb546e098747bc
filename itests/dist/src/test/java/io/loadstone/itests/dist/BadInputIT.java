package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong gets one sentence with its place, its value and its cure, and changes nothing. */
class BadInputIT {
  private static final Path OUTSIDE = Dist.folder("outside");
  private static final Path ALLOWED = Dist.folder("allowed");

  @RegisterExtension static final Agent AGENT = Agent.fresh("bad input").allowing(ALLOWED);

  @Test
  void aBadValueIsNamedWithLineFieldAndWhatIsAllowed() {
    Ended run = run("blockSize: 8Kibb, read: 60%", "file:v.dat?size=4MiB").expect(2);
    assertThat(run.err()).contains("line 4", "workloads[0].blockSize", "8Kibb", "4KiB");
  }

  @Test
  void anUnknownFieldIsNamedWithTheNearestKnownOne() {
    Ended run = run("blocksize: 8KiB, read: 60%", "file:v.dat?size=4MiB").expect(2);
    assertThat(run.err()).contains("line 4", "blocksize", "blockSize");
  }

  @Test
  void whatIsNoYamlIsNamedWithItsLine() {
    Path plan = AGENT.write("broken.yaml", "name: x\ntargets: [ \"noop:\"\nworkloads: {\n");
    assertThat(AGENT.loadstone("run", plan.toString()).expect(2).err()).contains(plan + ": line ");
  }

  @ParameterizedTest
  @CsvSource({"hp-eva440, hp-eva4400", "crystaldiskmrk, crystaldiskmark", "quik, quick"})
  void anUnknownProfileIsNamedWithTheNearestOne(String written, String nearest) {
    Ended run = AGENT.loadstone("run", written).expect(2);
    assertThat(run.err()).contains(written).contains(nearest);
  }

  @Test
  void anUnknownSettingIsNamedWithTheNearestOne() {
    Ended run = AGENT.loadstone("run", "quick", "--set", "runtime=1s").expect(2);
    assertThat(run.err()).contains("runtime").contains("runTime");
  }

  @Test
  void whatStandardOutputDoesNotTakeIsNoSuccess() {
    String program = Dist.program().resolve("bin/loadstone").toString();
    for (String command : List.of("profiles", "help run", "runs")) {
      List<String> full = List.of("sh", "-c", "\"$0\" " + command + " >/dev/full", program);
      assertThat(AGENT.command(full).await(Agent.BOUND).expect(1).err())
          .contains("standard output could not be written: No space left on device");
    }
    // A reader that has enough is no fault.
    List<String> closed = List.of("sh", "-c", "\"$0\" profiles | true", program);
    assertThat(AGENT.command(closed).await(Agent.BOUND).expect(0).err()).isEmpty();
  }

  @Test
  void aBadSettingOfAProfileIsNamed() {
    Ended run = AGENT.loadstone("run", "quick", "--set", "runTime=soon").expect(2);
    assertThat(run.err()).contains("runTime", "soon", "3s");
  }

  @ParameterizedTest
  @CsvSource({
    "run",
    "show",
    "rnu",
    "run quick --label protocol",
    "run quick --lable a=b",
    "export x --format",
    "start --port many",
    "start --port 70000"
  })
  void badUsageIsNamed(String arguments) {
    Ended ended = AGENT.loadstone(arguments.split(" ")).expect(2);
    assertThat(ended.err()).isNotBlank();
  }

  @Test
  void anUnknownRunIsNamed() {
    for (String command : new String[] {"show", "watch", "stop-run", "abort"}) {
      Ended ended = AGENT.loadstone(command, "20200101-000000-0000").expect(2);
      assertThat(ended.err()).contains("20200101-000000-0000");
    }
  }

  @Test
  void aTargetOutsideTheAllowedFoldersIsRefusedForWritingAndReading() throws IOException {
    Path file = OUTSIDE.resolve("t.dat");
    Ended run = run("blockSize: 4KiB, read: 0%", "file:" + file + "?size=4MiB").expect(3);
    assertThat(run.err())
        .contains(file.toString(), ALLOWED.toString())
        .contains("io.loadstone.targets.cfg");
    assertThat(file).doesNotExist();
    Files.write(file, new byte[4 << 20]);
    Dist.give(file);
    runText(Plans.measureOnly("file:" + file, "blockSize: 4KiB, read: 100%", 1)).expect(3);
  }

  @Test
  void aWayRoundTheAllowedFoldersIsRefused() throws IOException {
    Files.createSymbolicLink(ALLOWED.resolve("link"), OUTSIDE);
    Path file = OUTSIDE.resolve("w.dat");
    run("blockSize: 4KiB", "file:" + ALLOWED + "/link/w.dat?size=4MiB").expect(3);
    run("blockSize: 4KiB", "file:" + ALLOWED + "/../" + OUTSIDE.getFileName() + "/w.dat?size=4MiB")
        .expect(3);
    assertThat(file).doesNotExist();
  }

  @Test
  void aForeignFileIsNeverWritten() throws IOException {
    Path file = foreign("foreign.dat");
    String before = Dist.tool("sha256sum", file.toString());
    Ended run = run("blockSize: 4KiB, read: 0%", "file:" + file + "?size=4MiB").expect(3);
    assertThat(run.err()).contains(file.toString(), "overwrite");
    runText(Plans.measureOnly("file:" + file, "blockSize: 4KiB, read: 99%", 1)).expect(3);
    assertThat(Dist.tool("sha256sum", file.toString())).isEqualTo(before);
  }

  @Test
  void aForeignFileMayBeRead() throws IOException {
    Path file = foreign("readable.dat");
    String before = Dist.tool("sha256sum", file.toString());
    Ended run =
        runText(Plans.measureOnly("file:" + file, "blockSize: 4KiB, read: 100%", 1)).expect(0);
    Result.assertConsistent(AGENT.result(Agent.idIn(run)).path("steps").path(0), 4096);
    assertThat(Dist.tool("sha256sum", file.toString())).isEqualTo(before);
  }

  @Test
  void aForeignFileIsWrittenIfThePlanSaysSo() throws IOException {
    Path file = foreign("mine.dat");
    String before = Dist.tool("sha256sum", file.toString());
    AGENT.completed(
        "overwrite: true\n"
            + Plans.of("file:" + file + "?size=4MiB", "blockSize: 4KiB, read: 0%", 1, 0, 1));
    assertThat(Dist.tool("sha256sum", file.toString())).isNotEqualTo(before);
  }

  private static Path foreign(String name) throws IOException {
    byte[] content = new byte[4 << 20];
    new Random(7).nextBytes(content);
    Path file = Files.write(ALLOWED.resolve(name), content);
    Dist.give(file);
    return file;
  }

  @Test
  void aMissingTargetIsNamedAndNotMade() {
    Path file = ALLOWED.resolve("missing.dat");
    Ended run =
        runText(Plans.measureOnly("file:" + file, "blockSize: 4KiB, read: 100%", 1)).expect(1);
    assertThat(run.err()).contains(file.toString());
    assertThat(file).doesNotExist();
  }

  @Test
  void aMissingDeviceIsNeverANewFile() {
    Ended run = run("blockSize: 4KiB, read: 0%", "file:/dev/loadstone-it?size=4MiB").expect(3);
    assertThat(run.err()).contains("/dev/loadstone-it");
    assertThat(Path.of("/dev/loadstone-it")).doesNotExist();
  }

  // B109, with the two below
  @Test
  void aFolderIsNoTarget() {
    Ended run = run("blockSize: 4KiB", "file:" + ALLOWED + "?size=4MiB").expect(2);
    assertThat(run.err()).contains(ALLOWED.toString()).containsPattern("folder|directory");
  }

  @Test
  void aTargetWithoutPermissionIsNamed() throws IOException {
    assumeTrue(Dist.root(), "only root can make a file of somebody else");
    Path file = Files.write(ALLOWED.resolve("secret.dat"), new byte[4 << 20]);
    Dist.tool("chmod", "600", file.toString());
    Ended run =
        runText(Plans.measureOnly("file:" + file, "blockSize: 4KiB, read: 100%", 1)).expect(1);
    assertThat(run.err())
        .contains(file.toString())
        .containsPattern("EACCES|permission|denied|not readable|can't be read");
  }

  @Test
  void aReadOnlyFileIsNoTargetToWriteTo() throws IOException {
    assumeTrue(Dist.root(), "only root can make a file that the agent's user may only read");
    Path file = Files.write(ALLOWED.resolve("read-only.dat"), new byte[4 << 20]);
    Dist.tool("chmod", "644", file.toString());
    Path plan =
        AGENT.write(
            "ro.yaml",
            "overwrite: true\n"
                + Plans.measureOnly("file:" + file, "blockSize: 4KiB, read: 0%", 1));
    Ended run = AGENT.loadstone("run", plan.toString()).expect(1);
    assertThat(run.err()).contains(file.toString(), "EACCES");
  }

  @Test
  void aBlockSizeThatDoesNotFitTheTargetIsFoundBeforeTheFirstIo() {
    Ended run =
        runText(
                Plans.of("file:aligned.dat?size=4MiB", "blockSize: 1000, read: 100%", 1, 0, 1)
                    + "direct: required\n")
            .expect(2);
    assertThat(run.err()).contains("1000");
    assertThat(AGENT.target("aligned.dat")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "nope:, auto, 4KiB",
    "noop:?size=0, auto, 4KiB",
    "noop:?sise=1GiB, auto, 4KiB",
    "noop:, urng, 4KiB",
    "noop:?size=4KiB, auto, 8KiB"
  })
  void aPlanThatCanNotBeDoneAsWrittenIsABadPlanForRunAndPreview(
      String target, String engine, String blockSize) {
    Path plan =
        AGENT.write(
            "bad.yaml",
            "engine: " + engine + "\n" + Plans.of(target, "blockSize: " + blockSize, 1, 0, 1));
    AGENT.loadstone("run", plan.toString()).expect(2);
    AGENT.loadstone("run", plan.toString(), "--preview").expect(2);
  }

  @Test
  void whatIsRefusedLeavesNoRunBehind() {
    AGENT.completed(Plans.of("noop:", "blockSize: 4KiB", 1, 0, 1));
    String runs = AGENT.sqlite("SELECT count(*) FROM runs");
    Set<String> files = Agent.inventory(ALLOWED);
    run("blockSize: 4KiB, read: 0%", "file:" + OUTSIDE + "/x.dat?size=4MiB").expect(3);
    run("blockSize: 4KiB, read: 160%", "noop:").expect(2);
    assertThat(AGENT.sqlite("SELECT count(*) FROM runs")).isEqualTo(runs);
    assertThat(Agent.inventory(ALLOWED)).isEqualTo(files);
  }

  private static Ended run(String shape, String target) {
    return runText(Plans.of(target, shape, 1, 0, 1));
  }

  private static Ended runText(String plan) {
    return AGENT.loadstone("run", AGENT.write("bad.yaml", plan).toString());
  }
}
