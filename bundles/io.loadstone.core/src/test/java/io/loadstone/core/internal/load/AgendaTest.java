package io.loadstone.core.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessLine;
import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.AddressRange;
import io.loadstone.api.plan.Arrivals;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.OpenLoop;
import io.loadstone.api.quantity.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In simulated time: a turn is at the moment that the agenda asked for, and takes no time. */
class AgendaTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 77 * SECOND;
  private static final int WORKERS = 4;
  private static final int SLOTS = 200;

  /** How late each operation is started in a second of an open loop. */
  private static List<Long> latenessNs(AccessSpecification workload, int perSecond) {
    AccessPattern pattern = new AccessPattern(workload, List.of(1L << 20));
    ArrivalSchedule schedule =
        new ArrivalSchedule(new OpenLoop(Rate.ofOperations(perSecond), Arrivals.CONSTANT), 4096, 1);
    schedule.begin(START);
    SharedPlaces places = new SharedPlaces(pattern, WORKERS, false, 1);
    OperationStream[] streams =
        IntStream.range(0, WORKERS)
            .mapToObj(worker -> new OperationStream(pattern, places, 1, worker, 0))
            .toArray(OperationStream[]::new);
    Slots slots = new Slots(WORKERS, 0);
    Agenda agenda =
        new Agenda(
            slots,
            streams,
            new LoadControl(),
            schedule,
            new WriteData(workload.data(), pattern.targetSizesBytes, DataSample.none()));
    slots.grow(SLOTS, START);
    agenda.grow(SLOTS);
    agenda.follow(pattern);
    agenda.begin(START);

    List<Long> late = new ArrayList<>();
    long now = START;
    while (now - START < SECOND) {
      agenda.turn(now);
      for (int slot = agenda.next(now); slot != Agenda.NONE; slot = agenda.next(now)) {
        agenda.taken(slot);
        late.add(now - slots.intendedNs[slot]);
        slots.release(slot, now);
      }
      assertThat(agenda.wakeNs()).isGreaterThan(now);
      now = agenda.wakeNs();
    }
    return late;
  }

  @Test
  void whatIsDueIsStartedThoughAnotherWorkerWaitsOutADelay() {
    AccessSpecification workload =
        new AccessSpecification(
            "thinks",
            List.of(
                new AccessLine(4096, 50, 100, 100, 1, Duration.ofMillis(30), 4096),
                new AccessLine(4096, 50, 100, 100, 1, Duration.ZERO, 4096)),
            Distribution.UNIFORM,
            AddressRange.WHOLE,
            1);

    List<Long> late = latenessNs(workload, 100);

    // Of 100 arrivals those of the last moment may wait.
    assertThat(late).hasSizeGreaterThan(80).containsOnly(0L);
  }

  @Test
  void withoutDelaysEveryArrivalIsStartedWhenItIsDue() {
    assertThat(latenessNs(AccessSpecification.of("reads", 4096, 100, 100), 1000))
        .hasSize(1000)
        .containsOnly(0L);
  }
}
