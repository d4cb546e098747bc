package io.loadstone.management.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.loadstone.api.control.AgentMXBean;
import io.loadstone.api.control.AgentMXBean.IntervalRow;
import io.loadstone.api.control.AgentMXBean.NamedRow;
import io.loadstone.api.control.AgentMXBean.RunRow;
import io.loadstone.api.result.RunState;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.run.Run;
import io.loadstone.api.target.Refusal;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.JMX;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.Notification;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agent as a JMX client sees it. */
class AgentTest {
  private static final List<String> DETAILS =
      List.of("sqpoll=false|true: Polls.", "no SQPOLL: EINVAL (22)");
  private static final MBeanServer MBEANS = ManagementFactory.getPlatformMBeanServer();

  private final Fakes.Context context =
      new Fakes.Context(
          Map.of(
              "loadstone.version",
              "1.2.3",
              "loadstone.logs",
              "/var/log/loadstone",
              "loadstone.data",
              "/srv/data"));
  private final Fakes.FakeRuns runs = new Fakes.FakeRuns();
  private final Fakes.FakePlanText planText = new Fakes.FakePlanText();
  private final Services services = new Services();
  private AgentHealth health;
  private Agent component;
  private AgentMXBean agent;
  private ObjectName name;

  @BeforeEach
  void start() throws Exception {
    health = new AgentHealth(context.bundleContext(), services);
    component = new Agent(context.bundleContext(), services, health);
    services.runs = runs;
    services.planText = planText;
    services.store =
        FakeStores.of(
            new RunSummary(
                "20261101-120000-aaaa",
                "old",
                RunState.FAILED,
                "The disk is full.",
                500,
                900,
                Map.of("protocol", "nfs", "disks", "16")));
    services.engines =
        List.of(
            Fakes.engine("uring", "io_uring is forbidden by seccomp."), Fakes.engine("sync", ""));
    services.profiles = List.of(Fakes.profile("hp-eva4400"), Fakes.profile("quick"));
    services.formats =
        List.of(
            Fakes.format("json", 1, false),
            Fakes.format("csv", 1, true),
            Fakes.format("hlog", 2_000_000, false));
    name = new ObjectName(AgentMXBean.OBJECT_NAME);
    agent = JMX.newMXBeanProxy(MBEANS, name, AgentMXBean.class, true);
  }

  @AfterEach
  void stop() {
    component.deactivate();
    health.stop();
    assertThat(MBEANS.isRegistered(name)).isFalse();
    assertThat(context.listeners).isEmpty();
  }

  @Test
  void saysWhatItIs() {
    assertThat(agent.getVersion()).isEqualTo("1.2.3");
    assertThat(agent.getHost()).isEqualTo("lab7");
    assertThat(agent.getPid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(agent.getLogFile()).isEqualTo("/var/log/loadstone/loadstone.log");
    assertThat(agent.getDataFolder()).isEqualTo("/srv/data");
    assertThat(agent.getResultFile()).isEqualTo("/srv/lab.db");
    assertThat(agent.getConfigFolder()).isEmpty();
    assertThat(agent.getHealth()).isEqualTo("ok");
  }

  @Test
  void aPartThatCouldNotTakeItsConfigurationIsInTheHealth() {
    health.parts = List.of(List::of, () -> List.of("port=99999 is no TCP port."));

    assertThat(agent.getHealth()).isEqualTo("port=99999 is no TCP port.");
  }

  @Test
  void listsPluginsInOrderWithReasons() {
    assertThat(agent.getEngines())
        .containsExactly(
            new NamedRow("sync", "Issues I/O.", true, "", DETAILS),
            new NamedRow(
                "uring", "Issues I/O.", false, "io_uring is forbidden by seccomp.", DETAILS));
    assertThat(agent.getProfiles().getFirst().settings()).containsExactly("runTime=30s: how long");
    assertThat(agent.getFormats())
        .extracting(NamedRow::name)
        .containsExactly("csv", "hlog", "json");
  }

  @Test
  void namesWhatIsMissingInItsHealth() {
    services.engines = List.of(Fakes.engine("uring", "no"));
    assertThat(agent.getHealth())
        .isEqualTo("No engine can be used here; the list of engines says why.");
    services.engines = List.of(Fakes.engine("sync", ""));
    services.store = FakeStores.broken("opening /srv/data/results.db failed: it is a folder");
    assertThat(agent.getHealth())
        .isEqualTo("Results can't be kept: opening /srv/data/results.db failed: it is a folder.");
    services.engines = List.of(Fakes.engine("uring", "no"));
    services.store = null;
    services.runs = null;
    assertThat(agent.getHealth())
        .isEqualTo(
            "Nothing can run plans: the bundle io.loadstone.core gives no run registry. (And 2 more: see the plug-ins and the log.)");
  }

  @Test
  void startsAPlanWithChangesGivenAsPlainStrings() {
    String id =
        agent.startWith(
            "name: x",
            "file:/srv/my lab/a.dat?size=1GiB noop:\nfile:/srv/b.dat",
            "runTime=5s; load.outstanding=[1,2]\nworkloads[0].read=60%",
            "it's \"mine\"",
            "protocol=nfs; spindles=16",
            "");
    assertThat(id).isEqualTo("20261130-184410-7f3a");
    assertThat(planText.overrides)
        .containsOnly(
            Map.entry("runTime", "5s"),
            Map.entry("load.outstanding", "[1,2]"),
            Map.entry("workloads[0].read", "60%"),
            Map.entry("name", "\"it's \\\"mine\\\"\""),
            Map.entry(
                "targets",
                "[\"file:/srv/my lab/a.dat?size=1GiB\", \"noop:\", \"file:/srv/b.dat\"]"));
    assertThat(runs.recent.getFirst().plan().labels())
        .containsOnly(Map.entry("protocol", "nfs"), Map.entry("spindles", "16"));
  }

  @Test
  void startsAProfileOrAPlainPlan() {
    assertThat(agent.start("name: x")).isNotEmpty();
    assertThat(agent.startProfile("quick", "", "runTime=1s")).isNotEmpty();
    assertThat(agent.planOf("quick", null, null)).isEqualTo("name: quick\n");
    assertThat(agent.runs()).hasSize(3);
  }

  @Test
  void whatMayBeDestroyedCanBeSaidWithAProfileToo() {
    agent.startProfile("quick", "", "runTime=1s; destroy=[S1]; overwrite=true");
    assertThat(planText.overrides)
        .containsOnly(Map.entry("destroy", "[S1]"), Map.entry("overwrite", "true"));
  }

  @Test
  void takesFieldsThatNobodyTouchedInJConsoleAsEmpty() {
    agent.startWith("name: x", "String", "String", "String", "String", "String");
    assertThat(planText.overrides).isEmpty();
    assertThat(runs.recent.getFirst().plan().labels()).isEmpty();
    assertThat(agent.planOf("quick", "String", "String")).isEqualTo("name: quick\n");
    refuses(() -> agent.start("String"), "The plan is empty");
    refuses(
        () -> agent.startWith("bad", "String", "String", "String", "String", "String"),
        "plan: line 3");
  }

  @Test
  void tellsBadInputAsAnIllegalArgumentOfTheJdkWithOneSentence() {
    refuses(() -> agent.start("bad"), "plan: line 3: workloads[0].blockSize: \"5x\" is no size.");
    refuses(
        () -> agent.previewWith("bad", "", "", "", "", "broken.yaml"),
        "broken.yaml: line 3: workloads[0].blockSize");
    refuses(() -> agent.start(" \n"), "The plan is empty");
    refuses(
        () -> agent.startProfile("hp-eva400", "", ""),
        "(did you mean hp-eva4400?); there are: hp-eva4400, quick.");
    refuses(
        () -> agent.startProfile("quick", "", "runTime=5x"),
        "Profile quick: \"runTime=5x\" is not allowed here; allowed: ");
    refuses(() -> agent.startProfile("quick", "", "runTme=5s"), "did you mean runTime?");
    refuses(
        () -> agent.startProfile("quick", "", "runTime"),
        "The setting \"runTime\" is not key=value");
    refuses(() -> agent.startProfile("quick", "", "runTime=1s;runTime=2s"), "given twice");
    refuses(
        () -> agent.startWith("x", "nonsense", "", "", "", ""),
        "is not allowed here; allowed: a target URI");
    refuses(
        () -> agent.startWith("x", "", "", "", "=nfs", ""), "The label \"=nfs\" is not key=value");
    refuses(
        () -> agent.export("20261101-120000-aaaa", "jsn"),
        "There is no format \"jsn\" (did you mean json?)");
    refuses(() -> agent.removeTarget("fil:/x"), "There is no kind of target \"fil\"");
  }

  @Test
  void holdsLabelsAndProfilesToTheRulesOfPlanTexts() {
    refuses(
        () -> agent.startWith("x", "", "", "", "disk=a\u0007b", "lab.yaml"),
        "lab.yaml: labels: control characters");
    services.profiles = List.of(Fakes.profile("bell\u0007"));
    refuses(() -> agent.startProfile("bell\u0007", "", ""), "labels: control characters");
    refuses(() -> agent.planOf("bell\u0007", "", ""), "labels: control characters");
  }

  @Test
  void tellsARefusalForSafetyAsASecurityException() {
    runs.refusal = "/srv/t.dat was not laid out by Loadstone; say overwrite: true.";
    assertThatThrownBy(() -> agent.start("name: x"))
        .isExactlyInstanceOf(SecurityException.class)
        .hasMessage(runs.refusal)
        .hasNoCause();
  }

  @Test
  void tellsARefusalOfThePlanOrForNowByItsKind() {
    runs.refusal = "Two blocks do not fit.";
    runs.kind = Refusal.Kind.PLAN;
    assertThatThrownBy(() -> agent.start("name: x"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(runs.refusal);
    assertThat(agent.preview("name: x")).contains("REFUSED as a bad plan: Two blocks");
    runs.kind = Refusal.Kind.IMPOSSIBLE_NOW;
    assertThatThrownBy(() -> agent.start("name: x"))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage(runs.refusal);
    assertThat(agent.preview("name: x")).contains("REFUSED for now: Two blocks");
  }

  @Test
  void tellsWhatIsNotPossibleNowAsAnIllegalState() {
    assertThatThrownBy(() -> agent.export("20261101-120000-aaaa", "csv"))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining("The results database is damaged.")
        .hasNoCause();
    assertThatThrownBy(() -> agent.resetPassword())
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining("io.loadstone.http");
    services.runs = null;
    services.planText = null;
    services.store = null;
    assertThatThrownBy(() -> agent.start("name: x"))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining("io.loadstone.core");
    assertThatThrownBy(() -> agent.planOf("quick", "", ""))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining("io.loadstone.plan");
    assertThatThrownBy(() -> agent.result("x"))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining("io.loadstone.store");
    assertThat(agent.runs()).isEmpty();
    assertThat(agent.getResultFile()).isEmpty();
  }

  @Test
  void namesTheNearestRunForAnUnknownOne() {
    String id = agent.start("name: x");
    for (String unknown : List.of("20261130-184410-7f3b", id + "x")) {
      refuses(
          () -> agent.stop(unknown),
          "There is no run \"" + unknown + "\" (did you mean " + id + "?)");
      refuses(
          () -> agent.result(unknown),
          "(did you mean " + id + "?); \"loadstone runs\" lists them.");
    }
    refuses(() -> agent.abort(null), "There is no run \"\"");
  }

  @Test
  void stopsAndAbortsAndLeavesEndedRunsAlone() {
    String id = agent.start("name: x");
    Fakes.FakeRun run = (Fakes.FakeRun) runs.recent.getFirst();
    agent.stop(id);
    agent.abort(" " + id + "\n");
    assertThat(run.stops).isEqualTo(1);
    assertThat(run.aborts).isEqualTo(1);
    agent.stop("20261101-120000-aaaa");
  }

  @Test
  void listsRunsOfNowAndBeforeNewestFirst() {
    String id = agent.start("name: x");
    assertThat(agent.runs())
        .containsExactly(
            new RunRow(id, "as-written", "QUEUED", "", "1970-01-01T00:00:01Z", "", ""),
            new RunRow(
                "20261101-120000-aaaa",
                "old",
                "FAILED",
                "The disk is full.",
                "1970-01-01T00:00:00.500Z",
                "1970-01-01T00:00:00.900Z",
                "disks=16; protocol=nfs"));
  }

  @Test
  void givesIntervalsAfterTheLastKnownOneWithTheirSteps() {
    String id = "20261101-120000-aaaa";
    services.store = FakeStores.withIntervals(id, 1_000, 4_500);
    List<IntervalRow> all = agent.intervals(id, 0);
    assertThat(all).extracting(IntervalRow::number).containsExactly(1L, 2L);
    IntervalRow first = all.getFirst();
    assertThat(first.step()).as("people count from 1").isEqualTo(1);
    assertThat(first.workload()).isEqualTo("exchange-db");
    assertThat(first.outstandingPerWorker()).isEqualTo(4);
    assertThat(first.iops()).isEqualTo(1_000);
    assertThat(first.readIops()).isZero();
    assertThat(first.responseTimeP99Ns()).isEqualTo(5);
    assertThat(first.hostPercent()).isEqualTo(2);
    assertThat(first.stealPercent()).isEqualTo(3);
    assertThat(first.deviceReadIops()).isEqualTo(200);
    assertThat(first.deviceWriteIops()).isEqualTo(100);
    assertThat(first.deviceQueueLength()).isEqualTo(2.5);
    assertThat(first.deviceUtilisationPercent()).isEqualTo(75);
    assertThat(first.arrivals()).as("of a closed loop").isNull();
    assertThat(agent.intervals(id, 1)).containsExactly(all.getLast());
    assertThat(agent.intervals(id, 2)).isEmpty();
    refuses(() -> agent.intervals(id, -1), "after is -1; allowed: ");
    refuses(() -> agent.intervals("nobody", 0), "There is no run \"nobody\"");
  }

  @Test
  void whatIsNotKnownOfAnIntervalIsNull() {
    String id = "20261101-120000-aaaa";
    services.store = FakeStores.withQuietInterval(id);
    IntervalRow quiet = agent.intervals(id, 0).getFirst();
    assertThat(quiet.iops()).isZero();
    assertThat(
            Arrays.asList(
                quiet.serviceTimeMeanNs(),
                quiet.responseTimeMeanNs(),
                quiet.responseTimeP50Ns(),
                quiet.responseTimeP99Ns(),
                quiet.responseTimeMaxNs(),
                quiet.agentPercentOfOneCore(),
                quiet.hostPercent(),
                quiet.stealPercent(),
                quiet.deviceReadIops(),
                quiet.deviceWriteIops(),
                quiet.deviceQueueLength(),
                quiet.deviceUtilisationPercent(),
                quiet.arrivals(),
                quiet.late(),
                quiet.backlog(),
                quiet.skipped()))
        .containsOnlyNulls();
  }

  @Test
  void exportsWithinABound() {
    assertThat(agent.result("20261101-120000-aaaa")).isEqualTo("20261101-120000-aaaa");
    assertThatThrownBy(() -> agent.export("20261101-120000-aaaa", "hlog"))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining("larger than 24 MiB as hlog");
  }

  @Test
  void previewsThePlanAndWhatItWouldDestroy() {
    assertThat(agent.preview("name: x"))
        .isEqualTo(
            """
            # The complete plan
            name: as-written

            # What it would do
            Engine: sync is the best engine that this kernel allows.
            Target: file:/srv/t.dat?size=1GiB
              size 1GiB (1,073,741,824 bytes), BUFFERED: the page cache takes part, so this may measure memory, offsets are multiples of 512
              Creates /srv/t.dat and writes 1GiB.
              WARNING: tmpfs knows no direct I/O.
            WARNING: The load may be felt by others.
              step  workload     size  read  random  workers  outstanding  ramp-up  run
              1     exchange-db  8KiB   60%    100%        1            4       1s   3s
              2     exchange-db  8KiB   60%    100%        1           16       1s   3s
            2 steps, about 1 min 8 s, and the time to lay the targets out if they are not.
            It would be started; nothing has been changed so far.
            """);
    runs.refusal = "The target is mounted.";
    assertThat(agent.previewProfile("quick", "", ""))
        .startsWith("REFUSED for safety: The target is mounted.\n\n# The complete plan\n")
        .doesNotContain("exchange-db", "2 steps", "would be started");
    assertThat(runs.recent).isEmpty();
  }

  @Test
  void explainsItsOperationsAsTheJavadocDoes() throws Exception {
    MBeanOperationInfo startWith =
        List.of(MBEANS.getMBeanInfo(name).getOperations()).stream()
            .filter(operation -> operation.getName().equals("startWith"))
            .findFirst()
            .orElseThrow();
    assertThat(startWith.getDescription())
        .isEqualTo("Starts a plan with changes. Returns the run's id.");
    assertThat(startWith.getSignature())
        .extracting("name")
        .containsExactly("planText", "targets", "settings", "name", "labels", "source");
    assertThat(startWith.getSignature()[1].getDescription())
        .isEqualTo("instead of the plan's; empty for the plan's own");
  }

  @Test
  void notifiesOfStates() throws Exception {
    List<Notification> heard = new CopyOnWriteArrayList<>();
    NotificationListener listener = (notification, _) -> heard.add(notification);
    MBEANS.addNotificationListener(name, listener, null, null);
    agent.start("name: x");
    Fakes.FakeRun run = (Fakes.FakeRun) runs.recent.getFirst();
    context.listeners.forEach(each -> each.accepted(run));
    run.state = RunState.COMPLETED;
    context.listeners.forEach(each -> each.stateChanged((Run) run, RunState.COMPLETED));
    await().until(() -> heard.size() == 2);
    assertThat(heard.getLast().getType()).isEqualTo(AgentMXBean.RUN_STATE);
    assertThat(heard.getLast().getMessage())
        .isEqualTo("Run " + run.id + " (as-written) is COMPLETED.");
    assertThat(heard.getLast().getUserData())
        .isEqualTo(Map.of("run", run.id, "name", "as-written", "state", "COMPLETED"));
    MBEANS.removeNotificationListener(name, listener);
  }

  private static void refuses(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String sentence) {
    assertThatThrownBy(call)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence)
        .hasNoCause();
  }
}
