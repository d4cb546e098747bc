package io.loadstone.api.engine;

/**
 * The thread that a queue is confined to, from its opening to its closing; a field of the queue.
 */
public final class QueueOwner {
  private final Thread thread = Thread.currentThread();
  private boolean closed;

  /** The calling thread. */
  public QueueOwner() {}

  /**
   * Begins the closing of the queue.
   *
   * @return whether there is something to close; {@code false} if that was done before
   * @throws WrongThreadException if the queue belongs to another thread, which may be using it
   */
  public boolean closes() {
    if (!thread.equals(Thread.currentThread())) {
      throw new WrongThreadException("the queue belongs to " + thread);
    }
    boolean first = !closed;
    closed = true;
    return first;
  }
}
