package io.loadstone.management.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.run.ResultStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StoreHealthTest {
  private static final Duration LONG = Duration.ofSeconds(50);

  private final AtomicLong nowNs = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile Callable<List<?>> answer = List::of;
  private final ResultStore store =
      (ResultStore)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {ResultStore.class},
              (_, _, _) -> {
                asked.incrementAndGet();
                return answer.call();
              });

  @Test
  void tellsTheReasonUntilItIsGoneAndAsksAtMostEveryFiveSeconds() {
    StoreHealth health = new StoreHealth(nowNs::get, LONG);
    answer =
        () -> {
          throw new IOException("opening /srv/results.db failed: it is no database");
        };
    assertThat(health.problem(store))
        .hasValue("Results can't be kept: opening /srv/results.db failed: it is no database.");
    answer = List::of;
    nowNs.set(4_999_999_999L);
    assertThat(health.problem(store)).as("still the old answer").isPresent();
    assertThat(asked).hasValue(1);
    nowNs.set(5_000_000_000L);
    assertThat(health.problem(store)).isEmpty();
    assertThat(asked).hasValue(2);
  }

  @Test
  void waitsForAStoreThatHangsOnlyAsLongAsTheBoundAndDoesNotAskItAgain() {
    StoreHealth health = new StoreHealth(nowNs::get, Duration.ofMillis(1));
    CountDownLatch end = new CountDownLatch(1);
    answer =
        () -> {
          end.await();
          return List.of();
        };
    assertThat(health.problem(store).orElseThrow()).contains("did not answer");
    assertThat(health.failure(store)).as("slow is not broken").isEmpty();
    nowNs.set(100_000_000_000L);
    assertThat(health.problem(store)).isPresent();
    end.countDown();
    assertThat(asked.get()).isLessThanOrEqualTo(1);
  }

  @Test
  void tellsAFaultOfTheStoreItself() {
    answer =
        () -> {
          throw new IllegalStateException("closed");
        };
    assertThat(new StoreHealth(nowNs::get, LONG).problem(store).orElseThrow()).contains("closed");
    assertThat(new StoreHealth(nowNs::get, LONG).failure(store).orElseThrow()).contains("closed");
  }
}
