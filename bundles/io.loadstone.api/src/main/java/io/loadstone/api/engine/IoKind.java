package io.loadstone.api.engine;

/** What an operation does. */
public enum IoKind {
  READ,
  WRITE,
  /** Makes completed writes durable (fsync); offset and length are 0. */
  FLUSH
}
