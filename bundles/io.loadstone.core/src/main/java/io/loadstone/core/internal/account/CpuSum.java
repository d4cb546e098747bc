package io.loadstone.core.internal.account;

import io.loadstone.api.result.CpuFigures;
import io.loadstone.api.result.HostFigures;
import java.util.function.ToDoubleFunction;

/**
 * Processor time of intervals put together: each figure's mean over the intervals in which it is
 * known. One that is shorter than a tick of the kernel has no shares.
 */
final class CpuSum {
  private final Mean agent = new Mean(CpuFigures::agentPercentOfOneCore);
  private final Mean host = new Mean(CpuFigures::hostPercent);
  private final Mean steal = new Mean(CpuFigures::stealPercent);
  private final Mean user = ofHost(HostFigures::userPercent);
  private final Mean system = ofHost(HostFigures::systemPercent);
  private final Mean softirq = ofHost(HostFigures::softirqPercent);
  private final Mean iowait = ofHost(HostFigures::iowaitPercent);
  private final Mean contextSwitches = ofHost(HostFigures::contextSwitchesPerSecond);
  private final Mean interrupts = ofHost(HostFigures::interruptsPerSecond);
  private long lengthNs;

  void add(CpuFigures cpu, long overNs) {
    lengthNs += overNs;
    agent.add(cpu, overNs);
    host.add(cpu, overNs);
    steal.add(cpu, overNs);
    user.add(cpu, overNs);
    system.add(cpu, overNs);
    softirq.add(cpu, overNs);
    iowait.add(cpu, overNs);
    contextSwitches.add(cpu, overNs);
    interrupts.add(cpu, overNs);
  }

  CpuFigures figures(long operations) {
    double agentPercent = agent.mean();
    return new CpuFigures(
        agentPercent,
        host.mean(),
        steal.mean(),
        operations == 0 || agentPercent < 0 ? 0 : agentPercent / 100 * lengthNs / 1e3 / operations,
        new HostFigures(
            user.mean(),
            system.mean(),
            softirq.mean(),
            iowait.mean(),
            contextSwitches.mean(),
            interrupts.mean()));
  }

  private static Mean ofHost(ToDoubleFunction<HostFigures> figure) {
    return new Mean(cpu -> figure.applyAsDouble(cpu.host()));
  }

  /** One figure's mean over the time. */
  private static final class Mean {
    private final ToDoubleFunction<CpuFigures> figure;
    private double sum;
    private long knownNs;

    Mean(ToDoubleFunction<CpuFigures> figure) {
      this.figure = figure;
    }

    void add(CpuFigures cpu, long overNs) {
      double value = figure.applyAsDouble(cpu);
      if (value >= 0) {
        sum += value * overNs;
        knownNs += overNs;
      }
    }

    double mean() {
      return knownNs > 0 ? sum / knownNs : -1;
    }
  }
}
