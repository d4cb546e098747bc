package io.loadstone.core.internal.account;

/**
 * Reads what the host counts, at one moment.
 *
 * @param cpu processor time
 * @param device the block devices behind the targets
 */
public record HostMeter(CpuMeter cpu, DeviceMeter device) {
  Reading read() {
    return new Reading(cpu.read(), device.read());
  }

  /**
   * One reading.
   *
   * @param cpu processor time so far
   * @param device what the devices did so far
   */
  record Reading(CpuMeter.Reading cpu, DeviceMeter.Reading device) {}
}
