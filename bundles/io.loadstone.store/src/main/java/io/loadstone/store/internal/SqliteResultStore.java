package io.loadstone.store.internal;

import io.loadstone.api.control.PartHealth;
import io.loadstone.api.result.AgentInfo;
import io.loadstone.api.result.Annotation;
import io.loadstone.api.result.Interval;
import io.loadstone.api.result.RunResult;
import io.loadstone.api.result.RunSummary;
import io.loadstone.api.result.Saturation;
import io.loadstone.api.result.StepPlan;
import io.loadstone.api.result.StepResult;
import io.loadstone.api.run.ResultStore;
import io.loadstone.api.target.PageCache;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps runs in one SQLite file that the {@code sqlite3} tool can read at any time.
 *
 * <p>The service is there even if the file cannot be opened: every call then fails with the reason,
 * until the reason is gone.
 */
@Component(
    configurationPid = "io.loadstone.store",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = SqliteResultStore.Config.class)
public final class SqliteResultStore implements ResultStore, PartHealth {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteResultStore.class);

  // About 2 MB of histograms and figures at once.
  private static final int PAGE = 500;

  /** Where results are kept. */
  @ObjectClassDefinition(
      name = "Loadstone result store",
      description = "Where runs, steps and intervals are kept.")
  @interface Config {
    /** The SQLite file. */
    @AttributeDefinition(
        description =
            "SQLite file, an absolute path; made with its folder if it does not exist; results.db in"
                + " the agent's data folder if left out",
        required = false)
    String file() default "";
  }

  private final Database database;
  private final OwedEnds owed = new OwedEnds();
  private volatile List<String> ofConfiguration = List.of();

  /** Opens the file, or says in the log why that fails. */
  @Activate
  public SqliteResultStore(Config config, BundleContext context) {
    this(new Database(configured(config, context), Clock.systemUTC()));
  }

  /** Another file is for the next start: runs that go on keep theirs. */
  @Modified
  void change(Config config, BundleContext context) {
    try {
      Path next = configured(config, context);
      ofConfiguration =
          next.equals(database.file())
              ? List.of()
              : List.of(
                  "io.loadstone.store.cfg: file is "
                      + next
                      + " now; results are kept in "
                      + database.file()
                      + " until the agent is started again.");
    } catch (IllegalArgumentException e) {
      ofConfiguration = List.of(e.getMessage() + " (The file before stays in use meanwhile.)");
    }
    ofConfiguration.forEach(LOG::warn);
  }

  @Override
  public List<String> problems() {
    List<String> problems = new ArrayList<>(ofConfiguration);
    database.setAsideFiles().stream()
        .map(
            aside ->
                database.file().getFileName()
                    + " was damaged and moved aside; what runs it holds is not listed. `sqlite3 "
                    + aside
                    + " .recover` may read them; remove or move that file to end this message.")
        .forEach(problems::add);
    return problems;
  }

  SqliteResultStore(Database database) {
    this.database = database;
    try {
      database.write("opening the result store", _ -> true);
    } catch (IOException e) {
      LOG.warn("No run can start until this is mended: {}.", e.getMessage());
    }
  }

  @Deactivate
  void close() {
    owed.pay(this::storeState);
    database.close();
  }

  @Override
  public String location() {
    return database.file().toString();
  }

  @Override
  public void accepted(RunSummary run, String planText, AgentInfo agent) throws IOException {
    write("storing", run.id(), c -> RunRows.insert(c, run, planText, agent));
  }

  @Override
  public void changed(RunSummary run) throws IOException {
    try {
      storeState(run);
    } catch (IOException e) {
      if (run.state().ended()) {
        owed.add(run);
      }
      throw e;
    }
  }

  private void storeState(RunSummary run) throws IOException {
    boolean known =
        database.write("storing the state of run " + run.id(), c -> RunRows.update(c, run));
    if (!known) {
      throw new IOException(
          "storing the state of run " + run.id() + " failed: the store does not know that run");
    }
    if (run.state().ended()) {
      database.flush();
    }
  }

  @Override
  public void stepBegan(
      String runId, StepPlan step, List<String> targets, String engine, PageCache pageCache)
      throws IOException {
    UnfinishedStep begun = new UnfinishedStep(step, targets, engine, pageCache);
    write("storing a step of", runId, c -> StepRows.insertBegun(c, runId, begun));
  }

  @Override
  public void interval(String runId, Interval interval) throws IOException {
    write("storing an interval of", runId, c -> IntervalRows.insert(c, runId, interval));
  }

  @Override
  public void stepEnded(String runId, StepResult result) throws IOException {
    write("storing a step of", runId, c -> StepRows.insertEnded(c, runId, result));
  }

  @Override
  public void saturation(String runId, List<Saturation> saturation) throws IOException {
    write("storing the saturation of", runId, c -> RunRows.replaceSaturation(c, runId, saturation));
  }

  @Override
  public void annotate(String runId, Annotation annotation) throws IOException {
    write("storing a remark on", runId, c -> RunRows.annotate(c, runId, annotation));
  }

  @Override
  public List<RunSummary> runs(int limit) throws IOException {
    atLeast(1, "limit", limit);
    owed.pay(this::storeState);
    return database.read("listing the runs", c -> RunRows.newest(c, limit)).stream()
        .map(owed::known)
        .toList();
  }

  @Override
  public Optional<RunResult> result(String runId) throws IOException {
    owed.pay(this::storeState);
    return database.read(
        "reading run " + runId,
        c -> {
          Optional<RunSummary> run = RunRows.find(c, runId);
          return run.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  new RunResult(
                      owed.known(run.get()),
                      RunRows.planText(c, runId),
                      RunRows.agent(c, runId),
                      StepRows.ended(c, runId),
                      RunRows.saturation(c, runId),
                      RunRows.journal(c, runId)));
        });
  }

  @Override
  public void intervals(String runId, Consumer<Interval> each) throws IOException {
    // In pages: no transaction stays open while a slow consumer writes, and none is in its way if
    // it calls the store. Rows are only ever added, so the pages fit together.
    long last = 0;
    while (true) {
      long after = last;
      List<IntervalRows.Stored> page =
          database.read(
              "reading the intervals of run " + runId,
              c -> IntervalRows.page(c, runId, after, PAGE));
      for (IntervalRows.Stored stored : page) {
        each.accept(stored.interval());
        last = stored.id();
      }
      if (page.size() < PAGE) {
        return;
      }
    }
  }

  @Override
  public List<Interval> intervals(String runId, long after, int limit) throws IOException {
    atLeast(0, "after", after);
    atLeast(1, "limit", limit);
    return database.read(
        "reading intervals of run " + runId, c -> IntervalRows.part(c, runId, after, limit));
  }

  @Override
  public List<RunSummary> unfinished() throws IOException {
    return database.read("listing the unfinished runs", RunRows::unfinished);
  }

  @Override
  public Optional<UnfinishedStep> unfinishedStep(String runId) throws IOException {
    return database.read(
        "reading the unfinished step of run " + runId, c -> StepRows.begun(c, runId));
  }

  /** A change of the file. */
  @FunctionalInterface
  private interface Change {
    void on(Connection connection) throws SQLException;
  }

  private void write(String what, String runId, Change change) throws IOException {
    database.write(
        what + " run " + runId,
        c -> {
          change.on(c);
          return true;
        });
  }

  private static void atLeast(long least, String name, long value) {
    if (value < least) {
      throw new IllegalArgumentException(name + " is " + value + ", must be " + least + " or more");
    }
  }

  private static Path configured(Config config, BundleContext context) {
    return configured(
        config.file().isBlank()
            ? context.getProperty("loadstone.data") + "/results.db"
            : config.file());
  }

  private static Path configured(String file) {
    Path path = Path.of(file.strip());
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException(
          "io.loadstone.store.cfg: file is \""
              + path
              + "\"; it must be an absolute path, such as ${loadstone.data}/results.db");
    }
    return path;
  }
}
