package io.loadstone.servers;

import io.loadstone.api.engine.CompletionSink;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a queue to one target. States: up; lost, while it is being got back; failed,
 * for good.
 *
 * <p><b>Threads:</b> the queue's. <b>Allocation:</b> none while it is up.
 */
public interface ServerConnection {
  /** Takes an offered slot. */
  void add(int slot, long nowNs);

  /** Sends what the system takes; returns completions delivered. */
  int send(CompletionSink sink, long nowNs);

  /**
   * Does what can be done without waiting; returns completions delivered.
   *
   * @param happened as {@link ServerQueue#happened} told, 0 for nothing
   */
  int receive(int happened, CompletionSink sink, long nowNs);

  /** Looks after a connection that is lost or silent; returns completions, which are failures. */
  int look(long nowNs, CompletionSink sink);

  /** Whether something of it is in flight or waits. */
  boolean busy();

  /** Why it is of no more use, as a sentence; null while it is, or may be again. */
  @Nullable String failure();

  /** Forgets what was offered and has not left. */
  void withdraw();

  /** Begins to take leave, if the protocol has that and nothing is in flight. */
  default void leave() {}

  /** Whether the server is still to agree to {@link #leave()}. */
  default boolean isLeaving() {
    return false;
  }

  /** Ends it; the server may then no more write into a buffer. */
  void close();
}
