package io.loadstone.servers;

import io.loadstone.linux.Poll;
import java.io.IOException;

/**
 * What a native library has open with a server: one descriptor, which it is told to look at. The
 * first exception of {@link #service} ends it, and {@link #close} ends it always.
 *
 * <p>Reasons in exceptions are phrases with the server as their subject.
 *
 * <p><b>Threads:</b> the one that opened it. <b>Allocation:</b> none while it is up.
 */
public interface ServerSession extends AutoCloseable {
  /** The descriptor to wait for; negative if there is none. */
  int fd();

  /** What to wait for, as {@link Poll} has it. */
  int events();

  /** Whether something is to be sent that may be sent now. */
  default boolean hasToSend() {
    return (events() & Poll.OUT) != 0;
  }

  /**
   * Sends and receives what can be without waiting, and tells of answers.
   *
   * @param happened at the descriptor
   */
  void service(int happened) throws IOException;

  /** Begins to take leave; over when {@link #isLeft()}, or {@link #service} fails. */
  void leave();

  /** Whether the server has agreed to {@link #leave()}, or will not. */
  boolean isLeft();

  /** Ends it at once. */
  @Override
  void close();
}
