package io.loadstone.core.internal.load;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/**
 * The threads of one piece of work: named, without a class loader of anybody's, and never
 * interrupted, since an interrupt would close channels below a target.
 */
final class Crew {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean METERED =
      THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();

  // Reading one opens a file, and the clock that cuts intervals reads them; these stand for all.
  private static final int MOST_WAITS = 16;

  private final String name;
  private final List<Thread> threads;
  private final Map<Thread, Long> endedCpuNs = new ConcurrentHashMap<>();
  private final List<ProcessorWait> waits = new CopyOnWriteArrayList<>();

  /**
   * @param name of the threads, before their numbers
   * @param work one thread each
   */
  Crew(String name, List<? extends Runnable> work) {
    this.name = name;
    this.threads = new CopyOnWriteArrayList<>(threads(name, 0, work));
  }

  Crew(List<Thread> threads) {
    this.name = "";
    this.threads = new CopyOnWriteArrayList<>(threads);
  }

  private List<Thread> threads(String name, int first, List<? extends Runnable> work) {
    List<Thread> threads =
        IntStream.range(0, work.size())
            .mapToObj(
                i ->
                    Thread.ofPlatform()
                        .name(name + "-" + (first + i))
                        .daemon()
                        .unstarted(metered(first + i, work.get(i))))
            .toList();
    threads.forEach(thread -> thread.setContextClassLoader(null));
    return threads;
  }

  // Loops end by themselves, and the processor time of a thread that has ended can't be asked for.
  private Runnable metered(int number, Runnable work) {
    Runnable told = number < MOST_WAITS ? waitMetered(work) : work;
    return () -> {
      try {
        told.run();
      } finally {
        if (METERED) {
          endedCpuNs.put(Thread.currentThread(), THREADS.getCurrentThreadCpuTime());
        }
      }
    };
  }

  private Runnable waitMetered(Runnable work) {
    return () -> {
      ProcessorWait wait = ProcessorWait.ofThisThread();
      waits.add(wait);
      try {
        work.run();
      } finally {
        wait.end();
      }
    };
  }

  /** Adds threads to those that are at work, and starts them. */
  void add(List<? extends Runnable> work, LoadControl control) {
    List<Thread> added = threads(name, threads.size(), work);
    threads.addAll(added);
    start(added, control);
  }

  /** Starts the threads; the load fails if the system has no more of them. */
  void start(LoadControl control) {
    start(threads, control);
  }

  private static void start(List<Thread> threads, LoadControl control) {
    for (int i = 0; i < threads.size(); i++) {
      try {
        threads.get(i).start();
      } catch (OutOfMemoryError e) { // the JVM's word for a refused thread; the heap is well
        control.fail(
            "The system allowed "
                + i
                + " of the "
                + threads.size()
                + " threads of this load ("
                + e.getMessage()
                + "); lower the load, take an asynchronous engine, or raise ulimit -u, TasksMax of"
                + " the systemd unit or the limit of the container");
        return;
      }
    }
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

  /** Processor time of all threads, those that ended included; -1 if the JVM does not tell. */
  long cpuNs() {
    if (!METERED) {
      return -1;
    }
    long sum = 0;
    for (Thread thread : threads) {
      long ns = THREADS.getThreadCpuTime(thread.threadId());
      // None is told of a thread that has not begun, either.
      sum += ns < 0 ? endedCpuNs.getOrDefault(thread, 0L) : ns;
    }
    return sum;
  }

  /** How long a thread, in the mean, could have run but had no processor; -1 if unknown. */
  long waitNs() {
    long sum = 0;
    int known = 0;
    for (ProcessorWait wait : waits) {
      long ns = wait.ns();
      if (ns < 0) {
        return -1;
      }
      sum += ns;
      known++;
    }
    return known == 0 ? -1 : sum / known;
  }
}
