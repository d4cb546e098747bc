package io.loadstone.itests.bench;

/**
 * One comparison.
 *
 * @param outstanding I/Os of the one worker
 */
record Cell(Place place, Workload workload, int outstanding, Engines engines) {
  String title() {
    return place.title + ", " + workload.title + ", " + outstanding + ", " + engines.title();
  }
}
