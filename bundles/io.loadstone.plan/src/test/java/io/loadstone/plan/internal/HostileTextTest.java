package io.loadstone.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.loadstone.api.plan.InvalidPlanException;
import io.loadstone.api.plan.Plan;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the text is, the answer is a plan or an {@link InvalidPlanException}. */
class HostileTextTest {
  private final YamlPlanText plans = new YamlPlanText();

  @Property(tries = 500)
  void anyText(@ForAll String text) {
    answered(text, Map.of());
  }

  @Property(tries = 1500)
  void anyTextOfTheCharactersOfYaml(@ForAll("syntax") String text) {
    answered(text, Map.of());
  }

  @Property(tries = 2000)
  void anyMutationOfAValidPlan(@ForAll("mutations") String text) {
    answered(text, Map.of());
  }

  @Property(tries = 500)
  void anyOverride(@ForAll("syntax") String value, @ForAll("paths") String path) {
    answered(Examples.text("short-form.yaml"), Map.of(path, value));
  }

  private void answered(String text, Map<String, String> overrides) {
    try {
      Plan plan = plans.read(text, "test", overrides);
      assertThat(plans.read(plans.toYaml(plan), "again", Map.of())).isEqualTo(plan);
    } catch (InvalidPlanException e) {
      assertThat(e.problems()).isNotEmpty();
      assertThat(e.problems())
          .allSatisfy(
              p -> {
                assertThat(p.line()).isNotNegative();
                assertThat(p.message()).isNotBlank().doesNotContain("\n");
                assertThat(p.field()).doesNotContain("\n");
              });
    } catch (RuntimeException | StackOverflowError e) {
      fail("an exception of another kind for: " + text, e);
    }
  }

  @Provide
  Arbitrary<String> syntax() {
    return Arbitraries.strings()
        .withChars("{}[]:,-?&*!|>'\"%@`# \n\r\t\\~.<=x0aé\u0085\u2028\uFEFF")
        .ofMaxLength(60);
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "name",
            "load",
            "load.workers",
            "workloads[0].read",
            "workloads[1].lines[0].size",
            "targets[0]",
            "phases[0].idle",
            "labels.x"),
        Arbitraries.strings().withChars("a[]0.9 é\n").ofMaxLength(12),
        Arbitraries.strings().ofMaxLength(12));
  }

  @Provide
  Arbitrary<String> mutations() {
    Arbitrary<String> piece =
        Arbitraries.oneOf(
            Arbitraries.just(""),
            Arbitraries.strings().withChars("{}[]:,-?&*!|>'\"%#\n\t \\").ofMaxLength(3),
            Arbitraries.of(
                "null",
                "~",
                "&a ",
                "*a",
                "<<: ",
                "- ",
                "? ",
                ": ",
                "{}",
                "[]",
                "-1",
                "1e9",
                "0x10",
                "99999999999999999999",
                "1..99999",
                ".nan",
                "!!int ",
                "!foo ",
                "|\n",
                "--- ",
                "...\n",
                "\uD800",
                "\u0000"),
            Arbitraries.strings().ofMaxLength(4));
    return Combinators.combine(
            Arbitraries.of(Examples.NAMES),
            Arbitraries.doubles().between(0, 1),
            Arbitraries.integers().between(0, 6),
            piece,
            Arbitraries.doubles().between(0, 1),
            piece)
        .as(
            (example, at, cut, first, secondAt, second) ->
                mutate(mutate(Examples.text(example), at, cut, first), secondAt, 0, second));
  }

  private static String mutate(String text, double at, int cut, String piece) {
    int from = (int) (at * text.length());
    return text.substring(0, from) + piece + text.substring(Math.min(text.length(), from + cut));
  }
}
