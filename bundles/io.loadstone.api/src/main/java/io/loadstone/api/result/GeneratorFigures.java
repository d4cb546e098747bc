package io.loadstone.api.result;

/**
 * What the generator saw of itself in a step's measured time. Pauses are of the whole Java machine:
 * no loop goes on meanwhile.
 *
 * @param headroom how much more it could have done
 * @param collectionNs pauses of the garbage collector, to the millisecond; -1 if unknown
 * @param safepoints how often all threads were stopped, collections included; -1 if unknown
 * @param otherPauseNs how long they were stopped beyond collections: for a thread dump, say, or
 *     until the last of them stood still, for collections too; -1 if unknown
 * @param longestHiccupNs the longest that a thread which only sleeps woke late, whatever the cause;
 *     -1 if unknown
 * @param loopWaitPercent share of their time in which the loops could have run, but had no
 *     processor, 0 to 100; -1 if unknown
 */
public record GeneratorFigures(
    Headroom headroom,
    long collectionNs,
    long safepoints,
    long otherPauseNs,
    long longestHiccupNs,
    double loopWaitPercent) {
  /** Nothing was seen, for a reason. */
  public static GeneratorFigures unknown(String reason) {
    return new GeneratorFigures(Headroom.none(reason), -1, -1, -1, -1, -1);
  }
}
