package io.loadstone.itests.dist;

/** Plans that end soon. */
final class Plans {
  private Plans() {}

  /** 50 % reads of 4 KiB at random, 4 at a time: 1 s of ramp-up, 2 s measured. */
  static String mixed(String target) {
    return of(target, "blockSize: 4KiB, read: 50%, random: 100%", 4, 1, 2);
  }

  /** The same for longer than any test waits. */
  static String endless(String target) {
    return of(target, "blockSize: 4KiB, read: 50%, random: 100%", 4, 0, 600);
  }

  /** One workload on one target, in the short form: laid out first. */
  static String of(String target, String shape, int outstanding, int rampUp, int runTime) {
    return """
        name: small
        targets: [ "%s" ]
        workloads:
          - {name: w, %s}
        load: {workers: 1, outstanding: %d}
        rampUp: %ds
        runTime: %ds
        """
        .formatted(target, shape, outstanding, rampUp, runTime);
  }

  /** Only measures; what is not there is not made. */
  static String measureOnly(String target, String shape, int runTime) {
    return """
        name: measure-only
        targets: [ "%s" ]
        phases:
          - measure:
              workloads:
                - {name: w, %s}
              load: {workers: 1, outstanding: 4}
              rampUp: 0s
              runTime: %ds
        """
        .formatted(target, shape, runTime);
  }

  /** Laid out, then measured; the long form of the short one. */
  static String measureOnlyAfterLayout(String target, String shape, int runTime) {
    return measureOnly(target, shape, runTime)
        .replace("phases:\n", "phases:\n  - prepare: {layout: written}\n");
  }
}
