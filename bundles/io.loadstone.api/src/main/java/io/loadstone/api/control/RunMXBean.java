package io.loadstone.api.control;

import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One run; {@code io.loadstone:type=Run,id="…"}. It is there while the run goes on and for the last
 * 20 ended runs. Figures are of the last whole interval unless said otherwise, at most one second
 * old.
 */
@ProviderType
public interface RunMXBean {
  /** The run's id. */
  String getId();

  /** The plan's name. */
  String getName();

  /** One of the names of {@code RunState}. */
  String getState();

  /** Why it ended so; empty if it completed or goes on. */
  String getReason();

  /** What it does now, one phrase. */
  String getActivity();

  /** The plan as YAML. */
  String getPlan();

  /** Factors of a study. */
  Map<String, String> getLabels();

  /** When it began (while it waits: was accepted), milliseconds since the epoch. */
  long getStartedEpochMs();

  /** When it ended, milliseconds since the epoch; 0 if it goes on. */
  long getEndedEpochMs();

  /** 1-based number of the step under way; 0 before the first. */
  int getStep();

  /** Steps in all. */
  int getSteps();

  /** Name of the step's access specification. */
  String getWorkload();

  /** Workers of the step. */
  int getWorkers();

  /** Outstanding I/Os of each worker of the step; in an open loop the most. */
  int getOutstandingPerWorker();

  /**
   * Changes it for the rest of the step, 1 to 1,000,000. What holds for every set point: it takes
   * effect within one interval and is a row of the journal; while no step is under way it can't be
   * changed.
   */
  void setOutstandingPerWorker(int outstanding);

  /** Asked arrival rate of an open loop, such as {@code 5000/s}; empty in a closed loop. */
  String getRate();

  /** Changes it for the rest of the step: {@code 8000}, {@code 8000/s} or {@code 200MB/s}. */
  void setRate(String rate);

  /** Share of reads; -1 while no step is under way. */
  double getReadPercent();

  /** Changes it for the rest of the step, in every line of the workload; 0 to 100. */
  void setReadPercent(double percent);

  /** Length of the operations; -1 if lines of the workload differ, or no step is under way. */
  int getBlockSizeBytes();

  /** Changes it for the rest of the step, in every line of the workload. */
  void setBlockSizeBytes(int bytes);

  /** Waited before each burst; -1 if lines of the workload differ, or no step is under way. */
  long getThinkTimeNs();

  /** Changes it for the rest of the step, in every line of the workload. */
  void setThinkTimeNs(long ns);

  /**
   * Changes several set points of the step under way, all or none.
   *
   * @param changes {@code key=value; key=value} with the keys {@code outstanding}, {@code rate},
   *     {@code read}, {@code blockSize}, {@code thinkTime} and values as in a plan: {@code 64},
   *     {@code 8000/s}, {@code 70%}, {@code 8KiB}, {@code 10ms}
   */
  void change(String changes);

  /** Operations of an open loop that started more than 1 ms late; -1 in a closed loop. */
  long getLateStarts();

  /** Operations of an open loop that were due and had not started; -1 in a closed loop. */
  long getBacklog();

  /** Beginning of the last interval, milliseconds since the epoch; 0 if there was none. */
  long getIntervalEpochMs();

  /** Intervals published so far. */
  long getIntervalCount();

  /** Operations per second. */
  double getIops();

  /** Reads per second. */
  double getReadIops();

  /** Writes per second. */
  double getWriteIops();

  /** 10^6 bytes per second. */
  double getMbPerSecond();

  /** Reads, 10^6 bytes per second. */
  double getReadMbPerSecond();

  /** Writes, 10^6 bytes per second. */
  double getWriteMbPerSecond();

  /** Submitted to completed, mean; -1 if nothing completed. */
  double getServiceTimeMeanNs();

  /** Intended start to completed, mean; -1 if nothing completed. */
  double getResponseTimeMeanNs();

  /** Intended start to completed, median; -1 if nothing completed. */
  long getResponseTimeP50Ns();

  /** Intended start to completed, 99th percentile; -1 if nothing completed. */
  long getResponseTimeP99Ns();

  /** Intended start to completed, longest; -1 if nothing completed. */
  long getResponseTimeMaxNs();

  /** Processor time of the agent, 100 is one core; -1 if unknown. */
  double getAgentPercentOfOneCore();

  /** Share of all cores of the host that was not idle, 0 to 100; -1 if unknown. */
  double getHostPercent();

  /** Share of all cores of the host in programs, 0 to 100; -1 if unknown. */
  double getHostUserPercent();

  /** Share of all cores of the host in the kernel, 0 to 100; -1 if unknown. */
  double getHostSystemPercent();

  /** Share of all cores of the host in deferred interrupts, 0 to 100; -1 if unknown. */
  double getHostSoftirqPercent();

  /**
   * Share of all cores of the host that was idle while something waited for I/O, 0 to 100; -1 if
   * unknown.
   */
  double getHostIowaitPercent();

  /** Share of all cores that the hypervisor gave to others, 0 to 100; -1 if unknown. */
  double getStealPercent();

  /** Of all cores of the host; -1 if unknown. */
  double getContextSwitchesPerSecond();

  /** Of all cores of the host; -1 if unknown. */
  double getInterruptsPerSecond();

  /** Reads per second of the block devices behind the targets; -1 if unknown. */
  double getDeviceReadIops();

  /** Writes per second of the block devices behind the targets; -1 if unknown. */
  double getDeviceWriteIops();

  /** Requests in the block devices behind the targets, mean; -1 if unknown. */
  double getDeviceQueueLength();

  /**
   * Share of the time in which the busiest of these devices had a request, 0 to 100; -1 if unknown.
   */
  double getDeviceUtilisationPercent();

  /** Operations that failed since the run began. */
  long getErrors();

  /** 0 to 100, of the whole run. */
  double getPercentDone();

  /** Estimate for the whole run; -1 if unknown. */
  double getSecondsLeft();

  /** Drains it and ends it with its results; returns at once. Safe to repeat. */
  void stop();

  /** Cancels its I/O and ends it with its results; returns at once. Safe to repeat. */
  void abort();
}
