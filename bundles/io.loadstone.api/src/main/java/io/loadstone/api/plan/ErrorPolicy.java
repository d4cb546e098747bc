package io.loadstone.api.plan;

/**
 * When failed operations end a run.
 *
 * @param stopAfterErrors the run fails at this many failed operations; {@link Long#MAX_VALUE} never
 */
public record ErrorPolicy(long stopAfterErrors) {
  /** The first failed operation ends the run: the default. */
  public static final ErrorPolicy STOP = new ErrorPolicy(1);

  /** Failed operations are counted and the run goes on. */
  public static final ErrorPolicy CONTINUE = new ErrorPolicy(Long.MAX_VALUE);
}
