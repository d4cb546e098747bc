package io.loadstone.core.internal.load;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;

/**
 * The threads of one piece of work: named, without a class loader of anybody's, and never
 * interrupted, since an interrupt would close channels below a target.
 */
final class Crew {
  private final List<Thread> threads = new ArrayList<>();

  /**
   * @param name of the threads, before their numbers
   * @param work one thread each
   */
  Crew(String name, List<? extends Runnable> work) {
    for (int i = 0; i < work.size(); i++) {
      Thread thread = Thread.ofPlatform().name(name + "-" + i).daemon().unstarted(work.get(i));
      thread.setContextClassLoader(null);
      threads.add(thread);
    }
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /**
   * Waits for every thread.
   *
   * @return whether all have ended
   */
  boolean awaitEnd(long timeoutNs) {
    long deadline = System.nanoTime() + timeoutNs;
    for (Thread thread : threads) {
      if (thread.getState() == Thread.State.NEW) {
        continue;
      }
      long left = Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
      try {
        thread.join(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
      if (thread.isAlive()) {
        return false;
      }
    }
    return true;
  }

  /** How many have not ended. */
  long alive() {
    return threads.stream().filter(Thread::isAlive).count();
  }

  int size() {
    return threads.size();
  }

  /** Processor time of all threads; -1 if the JVM does not tell or one has ended. */
  long cpuNs() {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    if (!bean.isThreadCpuTimeSupported() || !bean.isThreadCpuTimeEnabled()) {
      return -1;
    }
    long sum = 0;
    for (Thread thread : threads) {
      long ns = bean.getThreadCpuTime(thread.threadId());
      if (ns < 0) {
        return -1;
      }
      sum += ns;
    }
    return sum;
  }
}
