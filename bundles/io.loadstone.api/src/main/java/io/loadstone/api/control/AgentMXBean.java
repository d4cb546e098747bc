package io.loadstone.api.control;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The agent; {@code io.loadstone:type=Agent}. An OSGi service as well.
 *
 * <p>Lists of settings and labels are written {@code key=value; key=value} (a semicolon or a line
 * end between them, since values may hold commas); lists of targets are URIs, one a line or
 * separated by blanks followed by a scheme. Empty strings mean "none" everywhere, and so does the
 * word String, which JConsole puts into its fields.
 */
@ProviderType
public interface AgentMXBean {
  /** Name under which it is registered. */
  String OBJECT_NAME = "io.loadstone:type=Agent";

  /**
   * Type of the notification that a run's state changed. Its user data is a map of strings: {@code
   * run}, {@code name}, {@code state}.
   */
  String RUN_STATE = "io.loadstone.run.state";

  /**
   * Type of the notification that a step ended. Its user data is a map of strings: {@code run},
   * {@code name}, {@code step} (1-based), {@code workload}, {@code iops}, {@code verdict}.
   */
  String STEP_ENDED = "io.loadstone.step.ended";

  /** Version of Loadstone. */
  String getVersion();

  /** Name of the host. */
  String getHost();

  /** Process id. */
  long getPid();

  /** When it started, milliseconds since the epoch. */
  long getStartedEpochMs();

  /** Where results, laid-out files and credentials are. */
  String getDataFolder();

  /** The file of the results; empty if there is no result store. */
  String getResultFile();

  /** Where the configuration is. */
  String getConfigFolder();

  /** The log. */
  String getLogFile();

  /** {@code ok}, or one sentence that says what is wrong. */
  String getHealth();

  /** Plug-ins with their state; those that did not resolve or start with their cause. */
  List<PluginRow> getPlugins();

  /** Engines; those that can't be used here with the reason. */
  List<NamedRow> getEngines();

  /** Kinds of targets. */
  List<NamedRow> getTargets();

  /** Profiles with their settings. */
  List<ProfileRow> getProfiles();

  /** Formats that {@link #export} knows. */
  List<NamedRow> getFormats();

  /**
   * Starts a plan.
   *
   * @param planText YAML or JSON
   * @return the run's id
   */
  String start(String planText);

  /**
   * Starts a plan with changes.
   *
   * @param planText YAML or JSON
   * @param targets instead of the plan's; empty for the plan's own
   * @param settings fields of the plan to replace, as {@code runTime=5s; load.outstanding=1..8}
   * @param name instead of the plan's; empty for the plan's own
   * @param labels in addition to the plan's
   * @param source what messages call the text, such as the name of its file; empty for {@code plan}
   * @return the run's id
   */
  String startWith(
      String planText, String targets, String settings, String name, String labels, String source);

  /**
   * Starts a profile's plan.
   *
   * @param profile the profile's name, one of {@link #getProfiles()}
   * @param targets instead of the profile's; empty for the profile's own
   * @param settings of the profile, as {@code runTime=5s; edition=8}; empty for its defaults
   * @return the run's id
   */
  String startProfile(String profile, String targets, String settings);

  /**
   * A profile's plan as YAML.
   *
   * @param profile the profile's name, one of {@link #getProfiles()}
   * @param targets instead of the profile's; empty for the profile's own
   * @param settings of the profile, as {@code runTime=5s; edition=8}; empty for its defaults
   */
  String planOf(String profile, String targets, String settings);

  /**
   * What a plan would do and destroy, as text for people: the complete plan, then what it does.
   *
   * @param planText YAML or JSON
   */
  String preview(String planText);

  /**
   * {@link #preview} of what {@link #startWith} would start.
   *
   * @param planText YAML or JSON
   * @param targets instead of the plan's; empty for the plan's own
   * @param settings fields of the plan to replace, as {@code runTime=5s; load.outstanding=1..8}
   * @param name instead of the plan's; empty for the plan's own
   * @param labels in addition to the plan's
   * @param source what messages call the text, such as the name of its file; empty for {@code plan}
   */
  String previewWith(
      String planText, String targets, String settings, String name, String labels, String source);

  /**
   * {@link #preview} of what {@link #startProfile} would start.
   *
   * @param profile the profile's name, one of {@link #getProfiles()}
   * @param targets instead of the profile's; empty for the profile's own
   * @param settings of the profile, as {@code runTime=5s; edition=8}; empty for its defaults
   */
  String previewProfile(String profile, String targets, String settings);

  /**
   * Drains a run and ends it with its results; returns at once.
   *
   * @param runId the run's id, as {@link #start} gave it or {@link #runs} lists it
   */
  void stop(String runId);

  /**
   * Cancels a run's I/O and ends it with its results; returns at once.
   *
   * @param runId the run's id, as {@link #start} gave it or {@link #runs} lists it
   */
  void abort(String runId);

  /** The last 100 runs, newest first. */
  List<RunRow> runs();

  /**
   * The intervals of a run, in order, as soon as each is over.
   *
   * @param runId the run's id, as {@link #start} gave it or {@link #runs} lists it
   * @param after number of the last interval that is known already; 0 for the beginning
   * @return at most 600 of them; the rest comes by asking again after the last one
   */
  List<IntervalRow> intervals(String runId, long after);

  /**
   * What a run measured, as JSON with {@code "schema": "io.loadstone/result/1"}.
   *
   * @param runId the run's id, as {@link #start} gave it or {@link #runs} lists it
   */
  String result(String runId);

  /**
   * What a run measured, in another form.
   *
   * @param runId the run's id, as {@link #start} gave it or {@link #runs} lists it
   * @param format one of {@link #getFormats()}
   */
  String export(String runId, String format);

  /**
   * Removes a target that Loadstone made.
   *
   * @param uri the target's URI
   * @return {@code true} if there was something to remove, else {@code false}
   */
  boolean removeTarget(String uri);

  /**
   * Makes a new password for signing in over HTTP; the old one is void. This is the only time it is
   * shown.
   */
  String resetPassword();

  /** Ends runs as stopped, then the agent; returns at once. */
  void shutdown();

  /**
   * Something with a name.
   *
   * @param available whether it can be used here
   * @param reason why not; empty if it can
   * @param details more about it, a sentence each: of an engine its options, each as {@code
   *     name=default|other: what it does}, and what it found out about this machine
   */
  record NamedRow(
      String name, String description, boolean available, String reason, List<String> details) {}

  /**
   * A profile.
   *
   * @param settings each as {@code name=default: what it does}
   */
  record ProfileRow(String name, String description, List<String> settings) {}

  /**
   * A bundle, or a jar in the folder of plug-ins that did not become one.
   *
   * @param name symbolic name; of what is no bundle, the path
   * @param state {@code active}, {@code resolved}, {@code installed}, {@code not installed} …
   * @param cause why it is not active, or which of its components does not work and why; empty if
   *     all is well
   */
  record PluginRow(String name, String version, String state, String cause) {}

  /**
   * A run.
   *
   * @param startedAt ISO 8601 in UTC
   * @param endedAt ISO 8601 in UTC; empty if it goes on
   * @param labels as {@code key=value; key=value}
   */
  record RunRow(
      String id,
      String name,
      String state,
      String reason,
      String startedAt,
      String endedAt,
      String labels) {}

  /**
   * One interval of a run. Latencies are of both directions together. What is not known, or has no
   * meaning, is null, as in the exports.
   *
   * @param number 1 for the first of the run
   * @param step 1-based number of its step
   * @param workload name of the step's access specification
   * @param workers of the step
   * @param outstandingPerWorker of the step
   * @param rampUp whether it is not part of the step's totals
   * @param startEpochMs its beginning, milliseconds since the epoch
   * @param lengthNs its real length
   * @param mbPerSecond 10^6 bytes per second, as the two below
   * @param serviceTimeMeanNs submitted to completed; null if nothing completed, as the four below
   * @param responseTimeMeanNs intended start to completed, as the three below
   * @param errors operations that failed in it
   * @param agentPercentOfOneCore processor time of the agent, 100 is one core; null if unknown
   * @param hostPercent share of all cores of the host that was not idle; null if unknown
   * @param stealPercent share of all cores that the hypervisor gave to others; null if unknown
   * @param deviceReadIops of the block devices behind the targets; null if unknown
   * @param deviceWriteIops of the block devices behind the targets; null if unknown
   * @param deviceQueueLength requests in these devices, mean; null if unknown
   * @param deviceUtilisationPercent share of the time in which the busiest of them had a request;
   *     null if unknown
   * @param arrivals operations of an open loop that became due; null in a closed loop, as the three
   *     below
   * @param late operations that had started more than 1 ms after they were due
   * @param backlog operations due and not started at its end
   * @param skipped operations that were never started, because the step ended
   */
  record IntervalRow(
      long number,
      int step,
      String workload,
      int workers,
      int outstandingPerWorker,
      boolean rampUp,
      long startEpochMs,
      long lengthNs,
      double iops,
      double readIops,
      double writeIops,
      double mbPerSecond,
      double readMbPerSecond,
      double writeMbPerSecond,
      @Nullable Double serviceTimeMeanNs,
      @Nullable Double responseTimeMeanNs,
      @Nullable Long responseTimeP50Ns,
      @Nullable Long responseTimeP99Ns,
      @Nullable Long responseTimeMaxNs,
      long errors,
      @Nullable Double agentPercentOfOneCore,
      @Nullable Double hostPercent,
      @Nullable Double stealPercent,
      @Nullable Double deviceReadIops,
      @Nullable Double deviceWriteIops,
      @Nullable Double deviceQueueLength,
      @Nullable Double deviceUtilisationPercent,
      @Nullable Long arrivals,
      @Nullable Long late,
      @Nullable Long backlog,
      @Nullable Long skipped) {}
}
