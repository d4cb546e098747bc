package io.loadstone.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command line with a fake agent, and what it wrote. */
@Timeout(60)
abstract class CommandFixture {
  private static final String PROFILES =
      "[{\"name\":\"quick\",\"description\":\"short\",\"settings\":[\"runTime=3s: of a step\"]},{\"name\":\"hp-eva4400\"}]";
  static final String RUN_MBEAN = "io.loadstone:type=Run,id=\"r1\"";

  @TempDir Path folder;
  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  Places places;
  FakeAgent agent;

  @BeforeEach
  void startAFakeAgent() throws Exception {
    places = new Places(folder, folder.resolve("c"), folder.resolve("d"), folder.resolve("l"));
    agent = new FakeAgent(places);
    agent.on(
        "runs",
        "[{\"id\":\"r2\",\"endedAt\":\"\",\"labels\":\"edition=8; profile=crystaldiskmark\"},{\"id\":\"r1\",\"endedAt\":\"\"}]");
    agent.on("Profiles", PROFILES).on("ResultFile", "\"/srv/lab.db\"");
  }

  @AfterEach
  void stopIt() {
    agent.close();
  }

  static String row(int number) {
    return ("{\"number\":%d,\"step\":3,\"workload\":\"exchange-db\",\"workers\":1,\"outstandingPerWorker\":4,"
            + "\"rampUp\":false,\"startEpochMs\":%d,\"lengthNs\":1000000000,\"iops\":%d.4,\"mbPerSecond\":101.13,"
            + "\"responseTimeMeanNs\":321000.0,\"responseTimeP99Ns\":912000}")
        .formatted(number, 1764529199000L + number * 1_000L, 200 + number);
  }

  static String live(String state, int intervals, long epochMs, String activity) {
    return ("{\"State\":\"%s\",\"Reason\":\"\",\"Activity\":\"%s\",\"Step\":3,\"Steps\":16,\"Workload\":\"exchange-db\","
            + "\"Workers\":1,\"OutstandingPerWorker\":4,\"IntervalEpochMs\":%d,\"IntervalCount\":%d,\"Iops\":12345.4,"
            + "\"MbPerSecond\":101.13,\"ResponseTimeMeanNs\":321000.0,\"ResponseTimeP99Ns\":912000,\"PercentDone\":43.2,\"SecondsLeft\":64.9}")
        .formatted(state, activity, epochMs, intervals);
  }

  int loadstone(String... arguments) {
    PrintWriter outWriter = new PrintWriter(out);
    PrintWriter errWriter = new PrintWriter(err);
    Session session = new Session(places, outWriter, errWriter, new Screen(false, 100));
    int status = Main.commandLine(session).execute(arguments);
    outWriter.flush();
    errWriter.flush();
    return status;
  }
}
