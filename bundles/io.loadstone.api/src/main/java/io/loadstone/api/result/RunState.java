package io.loadstone.api.result;

/** Where a run stands. It goes through the live states in order and ends in one of the others. */
public enum RunState {
  /** Waits for runs before it. */
  QUEUED,
  /** Opens, lays out or preconditions its targets, or verifies or idles between measurements. */
  PREPARING,
  RAMPING,
  RUNNING,
  /** Drains or cancels what is in flight. */
  STOPPING,
  /** Everything in the plan was done. */
  COMPLETED,
  /** Somebody stopped or aborted it; its results up to then are kept. */
  STOPPED,
  /** An error ended it; its results up to then are kept. */
  FAILED,
  /** The agent went away in the middle; its results up to then are kept. */
  INTERRUPTED;

  /** Whether it is over. */
  public boolean ended() {
    return compareTo(COMPLETED) >= 0;
  }
}
