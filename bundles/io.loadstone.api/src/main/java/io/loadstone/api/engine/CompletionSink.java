package io.loadstone.api.engine;

/** Takes completions; called on the queue's thread inside {@link IoQueue#submitAndWait}. */
@FunctionalInterface
public interface CompletionSink {
  /**
   * One operation is done.
   *
   * @param slot whose operation is done; the slot is free again after this call returns
   * @param result bytes moved (fewer than asked for at the end of a target; 0 for a flush), or a
   *     negated errno
   */
  void completed(int slot, int result);
}
