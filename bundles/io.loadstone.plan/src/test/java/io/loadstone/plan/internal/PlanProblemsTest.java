package io.loadstone.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.loadstone.api.plan.InvalidPlanException;
import io.loadstone.api.plan.PlanProblem;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanProblemsTest {
  private static final String TARGETS = "targets: [\"noop:\"]\n";
  private static final String WORKLOADS = "workloads: [{name: w, blockSize: 4KiB}]\n";

  private final YamlPlanText plans = new YamlPlanText();

  @Test
  void everyProblemIsFoundInOneGoAndInTheOrderOfTheText() {
    List<PlanProblem> problems =
        problems(
            """
            nmae: x
            targets: ["/srv/t.dat"]
            engine: Uring
            workloads:
              - {name: a, blockSize: 9x, raed: 60%}
              - name: a
                blockSize: 4KiB
                read: 120%
            load: {outstanding: 0..4}
            runTime: 30
            """);

    assertThat(problems.stream().map(p -> p.line() + " " + p.field()))
        .containsExactly(
            "1 nmae",
            "2 targets[0]",
            "3 engine",
            "5 workloads[0].raed",
            "5 workloads[0].blockSize",
            "6 workloads[1].name",
            "8 workloads[1].read",
            "9 load.outstanding",
            "10 runTime");
    assertThat(problems.get(0).message())
        .startsWith("there is no such field; did you mean \"name\"?");
    assertThat(problems.get(4).message())
        .isEqualTo(
            "\"9x\" is not allowed here; allowed: a size such as 512, 4KiB, 8k or 1MiB (powers of"
                + " 1024), or 10MB (powers of 1000)");
    assertThat(problems.get(5).message()).contains("\"a\" is the name of workloads[0] already");
    assertThat(problems.get(8).message())
        .isEqualTo(
            "\"30\" is not allowed here; allowed: a time with its unit (ns, us, ms, s, m or h), such"
                + " as 500ms, 3s or 10m");
  }

  @Test
  void theMessageOfTheExceptionNamesSourceLineFieldValueAndCure() {
    InvalidPlanException e = refused(TARGETS + WORKLOADS + "direct: yes\n", Map.of());

    assertThat(e)
        .hasMessage(
            "p.yaml: line 3: direct: \"yes\" is not allowed here; allowed: auto, off, required");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "blockSize: 2GiB|blockSize|a size from 1 byte to 1GiB",
        "blockSize: 0|blockSize|a size from 1 byte to 1GiB",
        "blockSize: -1|blockSize|\"-1\" is not allowed here",
        "blockSize:|blockSize|an empty value is not allowed here; allowed: a size",
        "blockSize: [4k]|blockSize|a list is not allowed here; allowed: a size",
        "blockSize: {a: 1}|blockSize|a map of fields is not allowed here; allowed: a size",
        "blockSize: 4k, align: 0|align|a size from 1 byte to 1GiB",
        "blockSize: 4k, read: 101|read|a share from 0% to 100%",
        "blockSize: 4k, random: half|random|a share from 0% to 100%",
        "blockSize: 4k, burst: 0|burst|a whole number from 1 to 1000000",
        "blockSize: 4k, burst: 1.5|burst|a whole number from 1 to 1000000",
        "blockSize: 4k, delay: 3|delay|a time with its unit",
        "blockSize: 4k, delay: 9000h|delay|at most 8760h",
        "blockSize: 4k, streams: 0|streams|a whole number from 1 to 10000",
        "blockSize: 4k, distribution: zipf|distribution|zipf(theta) with a theta from 0.01 to 10",
        "blockSize: 4k, distribution: zipf(0)|distribution|zipf(theta) with a theta from 0.01 to 10",
        "blockSize: 4k, distribution: zipf(11)|distribution|zipf(theta) with a theta from 0.01 to 10",
        "blockSize: 4k, distribution: zipf(1 hot)|distribution|or zipf(1.2 clustered)",
        "blockSize: 4k, distribution: zipf(1 clustered 2)|distribution|or zipf(1.2 clustered)",
        "blockSize: 4k, distribution: pareto(1)|distribution|an h above 0 and below 1",
        "blockSize: 4k, distribution: normal(50%)|distribution|such as normal(50% 10%)",
        "blockSize: 4k, distribution: normal(50% 0%)|distribution|such as normal(50% 10%)",
        "blockSize: 4k, distribution: zones(80%/20%)|distribution|each sum to exactly 100%",
        "blockSize: 4k, distribution: zones(80%/100% 20%/0%)|distribution|each sum to exactly 100%",
        "blockSize: 4k, distribution: zones()|distribution|each sum to exactly 100%",
        "blockSize: 4k, distribution: uniform(1)|distribution|uniform without any value",
        "blockSize: 4k, distribution: ziph(1.2)|distribution|did you mean \"zipf\"?",
        "blockSize: 4k, distribution: [zipf]|distribution|a list is not allowed here; allowed: uniform",
        "blockSize: 4k, sequence: reverse|sequence|forward, backward or strided(64KiB)",
        "blockSize: 4k, sequence: strided(0)|sequence|a stride of 1 byte to 1PiB",
        "blockSize: 4k, sequence: strided(2k)|sequence|a stride of 2KiB does not fit",
        "blockSize: 4k, sequence: strided(6k)|sequence|a stride of 6KiB does not fit",
        "blockSize: 4k, data: {compressible: 96%}|data.compressible|0% to 95%",
        "blockSize: 4k, data: {duplicate: 101%}|data.duplicate|a share from 0% to 100%",
        "blockSize: 4k, data: {unit: 3k}|data.unit|a power of two from 512 bytes to 1MiB",
        "blockSize: 4k, data: {dedupe: 2}|data.dedupe|Known: compressible, duplicate, unit",
        "blockSize: 4k, read: 0%, data: {duplicate: 5%, unit: 8k}|data|duplicates of 8KiB need writes",
        "blockSize: 8k, read: 0%, align: 4k, data: {duplicate: 5%, unit: 8k}|data|need writes whose",
        "blockSize: 4k, data: 50%|data|a single value is not allowed here",
        "blockSize: 4k, range: 50%..10%|range|its end behind its begin",
        "blockSize: 4k, range: 10..50%|range|such as 10%..50%",
        "blockSize: 4k, range: 5GiB|range|such as 10%..50%",
        "blockSize: 4k, range: ..|range|such as 10%..50%",
        "blockSize: 4k, size: 4k|size|did you mean \"blockSize\"?",
        "blockSize: 4k, blockSize: 8k|blockSize|the field is here twice, first in line 3",
        "read: 5%|blockSize|the field is missing; a workload has either blockSize",
        "lines: []|lines|the list is empty; allowed: 1 to 100 lines",
        "lines: 4k|lines|a single value is not allowed here; allowed: a list of lines",
        "lines: [{size: 4k, share: 50%}]|lines|the shares sum to 50%; allowed: exactly 100%",
        "lines: [{size: 4k, share: 33.3%}, {size: 8k, share: 66.6%}]|lines|the shares sum to 99.9%",
        "lines: [{size: 4k, share: 0%}, {size: 8k, share: 100%}]|lines[0].share|above 0%",
        "lines: [{size: 4k}, {size: 8k, share: 100%}]|lines[0].share|the field is missing",
        "lines: [{share: 100%}]|lines[0].size|the field is missing; allowed: a size",
        "lines: [4k]|lines[0]|a single value is not allowed here; allowed: a map with the fields size",
        "lines: [{size: 4k}], read: 5%|read|this stands in each of the lines",
        "lines: [{size: 4k}], blockSize: 4k|blockSize|this stands in each of the lines, as size",
        "distribution: fullCoverage, lines: [{size: 4k, share: 50}, {size: 8k, share: 50}]"
            + "|distribution|fullCoverage needs lines of one size",
      })
  void aWorkloadIsJudgedFieldByField(String workload, String field, String message) {
    assertThat(problems(TARGETS + "workloads:\n  - {name: w, " + workload + "}\n"))
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.line()).isEqualTo(3);
              assertThat(p.field()).isEqualTo("workloads[0]." + field);
              assertThat(p.message()).contains(message);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "name: \"\"|name|1 to 127 characters",
        "name: \" a\"|name|1 to 127 characters",
        "name: \"a\\nb\"|name|\"a\\u000Ab\" is not allowed here",
        "engine: io_uring|engine|auto or the name of an engine",
        "onError: ignore|onError|stop, continue or {stopAfter: n}",
        "onError: {stopAfter: 0}|onError.stopAfter|a whole number from 1",
        "onError: {}|onError.stopAfter|the field is missing",
        "onError: [stop]|onError|a list is not allowed here; allowed: stop, continue",
        "overwrite: yes|overwrite|allowed: false, true",
        "destroy: S1|destroy|a single value is not allowed here; allowed: a list of names of devices",
        "seed: 1.5|seed|a whole number from",
        "seed: 99999999999999999999|seed|a whole number from",
        "engineOptions: [sqpoll]|engineOptions|a list is not allowed here; allowed: a map of the"
            + " engine's options such as {sqpoll: true}",
        "engineOptions: {sqpoll: [1]}|engineOptions.sqpoll|a list is not allowed here",
        "labels: [a]|labels|a list is not allowed here; allowed: a map of labels",
        "labels: {a: [1]}|labels.a|a list is not allowed here",
        "labels: {a: }|labels.a|an empty value is not allowed here",
        "labels: {\"\": x}|labels.|this is no name of a label",
        "layout: thick|layout|allowed: allocated, sparse, written",
        "load: 4|load|a single value is not allowed here; allowed: a map with the fields workers",
        "load: {workers: 40..1}|load.workers|a range such as 1..40",
        "load: {workers: 1..20000}|load.workers|with 1 to 10000 values",
        "load: {outstanding: []}|load.outstanding|a list is not allowed here",
        "load: {workers: 2000, outstanding: 1000}|load|2000 workers x 1000 outstanding",
        "load: {workers: 1..101, outstanding: 1..100}|load|the plan expands into 10100 steps",
        "load: {worker: 1}|load.worker|did you mean \"workers\"?",
        "load: {rates: 5}|load.rates|did you mean \"rate\"?",
        "load: {rate: 0}|load.rate|operations a second from 0.001 to 100000000",
        "load: {rate: 5k/s}|load.rate|\"5k/s\" is not allowed here; allowed: operations a second",
        "load: {rate: 200MB}|load.rate|such as 200MB/s or 100MiB/s",
        "load: {rate: 1..5}|load.rate|a range of them such as 1000..5000 step 1000",
        "load: {rate: [1, 1MB/s]}|load.rate|with 1 to 10000 values of one unit",
        "load: {rate: 5, arrivals: random}|load.arrivals|constant, poisson or {burst: n}",
        "load: {rate: 5, arrivals: {burst: 0}}|load.arrivals.burst|a whole number from 1 to 1000000",
        "load: {rate: 5, arrivals: {burst: 8, every: 1s}}|load.arrivals.every|Known: burst",
        "load: {arrivals: poisson}|load.arrivals|this belongs to an open loop",
        "rampUp: -3s|rampUp|a time with its unit",
        "runTime: 0s|runTime|a time from 1ms",
        "passes: 0|passes|a whole number from 1 to 10000",
        "passes: 10001|passes|a whole number from 1 to 10000",
        "pause: soon|pause|a time with its unit",
        "target: x|target|did you mean \"targets\"?",
      })
  void aPlanIsJudgedFieldByField(String line, String field, String message) {
    assertThat(problems(TARGETS + WORKLOADS + line + "\n"))
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.line()).isEqualTo(3);
              assertThat(p.field()).isEqualTo(field);
              assertThat(p.message()).contains(message);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "idle|phases[0]|an empty value",
        "idle: soon|phases[0].idle|a time with its unit",
        "idle: [5s]|phases[0].idle|a list is not allowed here; allowed: a time",
        "measur: {}|phases[0].measur|did you mean \"measure\"?",
        "warm-up|phases[0]|there is no such phase",
        "{prepare: {}, verify: {}}|phases[0]|the entry has 2 fields; allowed: one of the phases",
        "{}|phases[0]|the entry has 0 fields",
        "[measure]|phases[0]|a list is not allowed here; allowed: one of the phases",
        "measure:|phases[0].measure.workloads|the field is missing",
        "measure: {workloads: []}|phases[0].measure.workloads|the list is empty",
        "prepare: written|phases[0].prepare|a single value is not allowed here; allowed: a map",
        "prepare: {layout: x}|phases[0].prepare.layout|allowed: allocated, sparse, written",
        "verify: {deep: true}|phases[0].verify.deep|a verify phase has no fields",
        "precondition: {}|phases[0].precondition.workload|the field is missing",
        "precondition: {workload: {name: w, blockSize: 4k}, load: {workers: 1..2}}"
            + "|phases[0].precondition.load.workers|a single number from 1 to 1000000",
        "precondition: {workload: {name: w, blockSize: 4k}, load: {rate: [1, 2]}}"
            + "|phases[0].precondition.load.rate|a single rate",
        "precondition: {workload: {name: w, blockSize: 4k}, amount: 0%}"
            + "|phases[0].precondition.amount|above 0%",
        "precondition: {workload: {name: w}}"
            + "|phases[0].precondition.workload.blockSize|the field is missing",
      })
  void aPhaseIsJudgedFieldByField(String phase, String field, String message) {
    assertThat(problems(TARGETS + "phases:\n  - " + phase + "\n"))
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.line()).isEqualTo(3);
              assertThat(p.field()).isEqualTo(field);
              assertThat(p.message()).contains(message);
            });
  }

  @Test
  void targetsAreNeededAndEachOnce() {
    assertThat(problems(WORKLOADS))
        .singleElement()
        .hasToString(
            "line 1: targets: the field is missing; allowed: a list of targets such as"
                + " [\"file:/srv/lab/t.dat?size=4GiB\"]");
    assertThat(problems("targets: []\n" + WORKLOADS).getFirst().message())
        .isEqualTo("the list is empty; allowed: 1 to 1000 targets");
    assertThat(problems("targets: noop\n" + WORKLOADS).getFirst().message())
        .isEqualTo("a single value is not allowed here; allowed: a list of targets");
    assertThat(problems("targets: [\"noop:a\", \"noop:a\"]\n" + WORKLOADS).getFirst().message())
        .isEqualTo("\"noop:a\" is in the list twice; leave one out");
  }

  @Test
  void aPlanHasWorkloadsOrPhasesButNotBoth() {
    assertThat(problems(TARGETS).getFirst())
        .hasToString(
            "line 1: workloads: the field is missing; a plan has either workloads or phases");
    assertThat(problems(TARGETS + "phases: []\n").getFirst())
        .hasToString("line 2: phases: the list is empty; allowed: 1 to 10000 phases");
    assertThat(problems(TARGETS + WORKLOADS + "phases: [verify]\nrunTime: 3s\n"))
        .extracting(PlanProblem::field)
        .containsExactly("workloads", "runTime");
  }

  @Test
  void aSpecificationHasAtMost100Lines() {
    String line = "{size: 4k, share: 1%}";
    String lines = String.join(", ", Collections.nCopies(101, line));

    assertThat(problems(TARGETS + "workloads: [{name: w, lines: [" + lines + "]}]"))
        .singleElement()
        .extracting(PlanProblem::message)
        .isEqualTo("the list has 101 entries; allowed: 1 to 100 lines");
  }

  @Test
  void stepsOfAllPhasesCountTogether() {
    String measure =
        "  - measure: {workloads: [{name: w, blockSize: 4k}], load: {outstanding: 1..1001}, passes: 5}\n";

    assertThat(problems(TARGETS + "phases:\n" + measure + measure))
        .singleElement()
        .hasToString(
            "line 2: phases: the plan expands into 10010 steps (workloads x workers x outstanding x"
                + " rates x passes); allowed: at most 10000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   \n\n", "# only a comment\n", "---\n", "---\n...\n"})
  void anEmptyTextIsSaidToBeEmpty(String text) {
    assertThat(problems(text).getFirst().message()).containsAnyOf("empty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "just words|1|a single value is not allowed here; allowed: a map with the fields name",
        "[a, b]|1|a list is not allowed here; allowed: a map with the fields name",
        "a: b: c|1|mapping values are not allowed here",
        "targets: [a|1|expected ',' or ']'",
        "a: *b|1|undefined alias",
        "a: 1\\nb: \"x\\n\\ny|2|while scanning a quoted scalar, found unexpected end of stream",
        "a: 1\\n---\\nb: 2|2|expected a single document",
        "a:\\n\\t- b|2|a tab stands where only blanks may stand",
        "a: 1\\nb: \\u0000|2|the character \"\\u0000\" is not allowed",
        "%PDF-1.4|1|not valid YAML or JSON",
        "[1]: 2|1|a list is no name of a field",
      })
  void brokenSyntaxIsOneSentence(String text, int line, String message) {
    String real = text.replace("\\n", "\n").replace("\\t", "\t").replace("\\u0000", "\u0000");

    assertThat(problems(real))
        .anySatisfy(
            p -> {
              assertThat(p.message()).contains(message).doesNotContain("\n");
              assertThat(p.line()).isEqualTo(line);
            });
  }

  @Test
  void aTextAboveOneMebibyteIsRefusedUnread() {
    assertThat(problems("#".repeat((1 << 20) + 1)))
        .singleElement()
        .hasToString("the text has 1048577 characters; allowed: at most 1048576");
  }

  @Test
  void aBombOfAliasesIsRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x]\n");
    for (int i = 1; i < 20; i++) {
      String before = "*a" + (i - 1);
      bomb.append(
          "a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", before, before, before, before)));
    }

    assertThat(problems(bomb.toString()).getFirst().message()).contains("aliases");
  }

  @Test
  void deepNestingIsRefused() {
    assertThat(problems("[".repeat(500_000)).getFirst().message())
        .isEqualTo("the text is nested too deep; allowed: at most 32 levels");
    assertThat(problems("a:\n - b: " + "{c: ".repeat(200_000)).getFirst().message())
        .isEqualTo("the text is nested too deep; allowed: at most 32 levels");
  }

  // Following a map that merges itself never ends.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "x: &x\n  <<: *x\n",
        "x: &x\n  <<: [{a: 1}, *x]\n",
        "x: &x {y: {<<: *x}}",
        "x:\n  &x [*x]"
      })
  void whatContainsItselfIsRefused(String text) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () ->
            assertThat(problems(text))
                .singleElement()
                .extracting(PlanProblem::message)
                .isEqualTo("the alias *x stands within what it names; leave it out"));
  }

  @Test
  void aHundredProblemsAreListedAndTheRestCounted() {
    StringBuilder text = new StringBuilder(TARGETS + WORKLOADS);
    for (int i = 0; i < 250; i++) {
      text.append("zzzzzz").append(i).append(": 1\n");
    }

    List<PlanProblem> problems = problems(text.toString());

    assertThat(problems).hasSize(101);
    assertThat(problems.getLast().message()).isEqualTo("and 150 more problems");
  }

  @Test
  void manyUnknownFieldsTakeNoLongTime() {
    StringBuilder text = new StringBuilder(TARGETS + WORKLOADS);
    for (int i = 0; text.length() < (1 << 20) - 20; i++) {
      text.append("f").append(i).append(": 1\n");
    }

    // Comparing each with each would take minutes.
    assertTimeout(Duration.ofSeconds(60), () -> problems(text.toString()));
  }

  @Test
  void aLongValueIsCutInTheMessage() {
    String message =
        problems(TARGETS + WORKLOADS + "runTime: " + "9".repeat(5000)).getFirst().message();

    assertThat(message).startsWith("\"" + "9".repeat(80) + "...\" is not allowed here");
  }

  private List<PlanProblem> problems(String text) {
    return refused(text, Map.of()).problems();
  }

  private InvalidPlanException refused(String text, Map<String, String> overrides) {
    InvalidPlanException e =
        catchThrowableOfType(
            InvalidPlanException.class, () -> plans.read(text, "p.yaml", overrides));
    assertThat(e).as("the plan is refused: %s", text).isNotNull();
    return e;
  }
}
