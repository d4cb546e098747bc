package io.loadstone.itests.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An arrival rate, from the plan to every form of the result, and changed while it goes on. */
class OpenLoopIT {
  private static final Duration SOON = Duration.ofSeconds(8);

  @RegisterExtension static final Agent AGENT = Agent.fresh("openloop");

  @AfterEach
  void nothingGoesOn() {
    AGENT.endRuns();
  }

  @Test
  void aRateThatIsChangedShowsInTheIntervalsTheJournalAndTheVerdict() {
    String id = AGENT.detach(Plans.endless("noop:"), List.of("--set", "load.rate=100/s"));
    AGENT.awaitIntervals(id, 2);
    assertThat(AGENT.live(id).path("Rate").asText()).isEqualTo("100/s");

    assertThat(AGENT.loadstone("set", id, "rate=2000/s", "read=80%").expect(0).out())
        .contains("run " + id + " goes on with rate=2000/s, read=80%");
    assertThat(AGENT.loadstone("set", id, "rate=fast").expect(2).said())
        .contains("Set point rate: \"fast\" is not allowed here; allowed: operations a second");
    assertThat(AGENT.loadstone("set", id, "rte=5").expect(2).said())
        .contains("There is no set point \"rte\" (did you mean rate?)");
    JsonNode written = write(id, "OutstandingPerWorker", "16");
    assertThat(written.path("status").asInt()).as(written.toString()).isEqualTo(200);
    assertThat(write(id, "State", "\"COMPLETED\"").path("status").asInt()).isEqualTo(403);

    assertThat(AGENT.live(id).path("OutstandingPerWorker").asInt()).isEqualTo(16);
    // 2,000 a second are due whether this machine is fast enough to start them or not.
    await("intervals at the new rate")
        .atMost(Agent.BOUND)
        .until(
            () ->
                !AGENT
                    .sqlite(
                        "SELECT 1 FROM intervals WHERE run_id = '"
                            + id
                            + "' AND arrivals > 1500 AND length_ns < 1100000000")
                    .isEmpty());
    AGENT.loadstone("stop-run", id).expect(0);
    AGENT.awaitState(id, "STOPPED", SOON);
    assertThat(AGENT.loadstone("set", id, "rate=5/s").said())
        .contains("The run " + id + " has ended and is STOPPED");

    JsonNode step = AGENT.result(id).path("steps").get(0);
    assertThat(step.at("/openLoop/ratePerSecond").asDouble()).isEqualTo(100);
    assertThat(step.at("/arrivals/arrivals").asLong())
        .isEqualTo(step.at("/arrivals/started").asLong() + step.at("/arrivals/backlog").asLong());
    assertThat(step.at("/verdict/reasons").toString()).contains("Set points were changed 2 times");
    assertThat(AGENT.result(id).path("journal").toString())
        .contains("Step 1: changed rate from 100/s to 2000/s, read from 50% to 80%.")
        .contains("Step 1: changed outstanding from 4 to 16.");
    assertThat(AGENT.loadstone("export", id, "--format", "csv").expect(0).out())
        .contains("ratePerSecond,rateUnit,arrivalLaw,arrivalBurst")
        .contains(",100,OPERATIONS,CONSTANT,1,")
        .contains("Step 1: changed outstanding from 4 to 16.");
    assertThat(AGENT.loadstone("show", id).expect(0).out())
        .contains("1 x 4 at 100/s")
        .contains("arrivals,");
  }

  @Test
  void arrivalsAreThoseThatWereAskedForBySeveralRates() {
    Ended run =
        AGENT.loadstone(
            "run",
            AGENT
                .write("sweep.yaml", Plans.of("noop:", "blockSize: 4KiB, random: 100%", 8, 0, 1))
                .toString(),
            "--set",
            "load.rate=[500/s, 1000/s]",
            "--set",
            "load.arrivals={burst: 10}");

    JsonNode steps = AGENT.result(Agent.idIn(run)).path("steps");
    assertThat(steps).hasSize(2);
    for (JsonNode step : steps) {
      double asked = step.at("/openLoop/ratePerSecond").asDouble();
      assertThat(step.at("/openLoop/arrivals").asText()).isEqualTo("BURSTS");
      // To the burst that the step ends in.
      assertThat(step.at("/arrivals/arrivals").asDouble())
          .isCloseTo(asked * step.path("runSeconds").asDouble(), within(11.0));
    }
  }

  private static JsonNode write(String id, String attribute, String value) {
    Endpoint endpoint = AGENT.endpoint();
    String body =
        "{\"type\":\"write\",\"mbean\":\"io.loadstone:type=Run,id=\\\"%s\\\"\",\"attribute\":\"%s\",\"value\":%s}"
            .formatted(id, attribute, value);
    return Result.parse(
        endpoint.post(body, endpoint.property("user"), endpoint.property("token")).body());
  }
}
