package io.loadstone.sim.internal.model;

/** Results of queueing theory, as they stand in the books; times in any unit. */
final class Books {
  private Books() {}

  /** Mean response time of M/M/1: s / (1 - rho). */
  static double mm1(double serviceTime, double rho) {
    return serviceTime / (1 - rho);
  }

  /** Response time of M/M/1 that a share stays below: it is exponential with the mean above. */
  static double mm1Quantile(double serviceTime, double rho, double share) {
    return -Math.log(1 - share) * mm1(serviceTime, rho);
  }

  /**
   * Mean response time of M/G/1 (Pollaczek and Khinchine): s + rho s (1 + c2) / (2 (1 - rho)).
   *
   * @param squaredVariation variance of the service time by its squared mean; 0 makes it M/D/1
   */
  static double mg1(double serviceTime, double rho, double squaredVariation) {
    return serviceTime + rho * serviceTime * (1 + squaredVariation) / (2 * (1 - rho));
  }

  /** Mean response time of M/M/k, by Erlang's C; rho is the load of each server. */
  static double mmk(double serviceTime, double rho, int servers) {
    double offered = rho * servers;
    double term = 1;
    double sum = 0;
    for (int n = 0; n < servers; n++) {
      sum += term;
      term *= offered / (n + 1);
    }
    double waits = term / (1 - rho) / (sum + term / (1 - rho));
    return serviceTime + waits * serviceTime / (servers * (1 - rho));
  }
}
