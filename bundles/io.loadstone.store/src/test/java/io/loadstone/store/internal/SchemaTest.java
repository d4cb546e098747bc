package io.loadstone.store.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadstone.api.plan.AccessSpecification;
import io.loadstone.api.plan.DataContent;
import io.loadstone.api.plan.Distribution;
import io.loadstone.api.plan.Sequence;
import io.loadstone.api.result.DataFigures;
import io.loadstone.api.result.DeviceFigures;
import io.loadstone.api.result.GeneratorFigures;
import io.loadstone.api.result.HostFigures;
import io.loadstone.api.target.PageCache;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTest {
  @TempDir Path folder;

  @Test
  void resultsOfVersionOneAreBroughtUpAndSayWhatTheyLack() throws Exception {
    Path file = folder.resolve("results.db");
    try (Connection connection = RawSql.open(file);
        Statement statement = connection.createStatement();
        var script = Schema.class.getResourceAsStream("schema-1.sql")) {
      statement.executeUpdate(new String(script.readAllBytes(), StandardCharsets.UTF_8));
      for (String sql :
          List.of(
              "PRAGMA application_id = 1282367844", // "Load"
              "PRAGMA user_version = 1",
              "INSERT INTO runs VALUES ('r', 'old', 'COMPLETED', '', 1, 2, 'name: old', '0', 'h',"
                  + " 'o', 2, 1, 'j', 'c')",
              "INSERT INTO steps (id, run_id, step, workload, distribution, range_from,"
                  + " range_from_unit, range_to, range_to_unit, streams, workers,"
                  + " outstanding_per_worker, pass, ramp_up_ns, run_time_ns, pause_ns, engine,"
                  + " direct, ended, start_epoch_ms, end_epoch_ms, ramp_up_seconds, run_seconds,"
                  + " verdict, total_iops) VALUES (1, 'r', 0, 'w', 'UNIFORM', 0, 'PERCENT', 100,"
                  + " 'PERCENT', 1, 1, 1, 1, 0, 1000000000, 0, 'uring', 1, 1, 5, 6, 0, 1, 'VALID',"
                  + " 1234.5)",
              "INSERT INTO step_targets VALUES (1, 0, 'file:/srv/t.dat?size=1GiB')",
              "INSERT INTO step_lines VALUES (1, 0, 4096, 100, 100, 100, 1, 0, 4096)")) {
        statement.executeUpdate(sql);
      }
    }

    SqliteResultStore store = new SqliteResultStore(new Database(file, Clock.systemUTC()));
    try {
      assertThat(store.result("r").orElseThrow().steps())
          .singleElement()
          .satisfies(
              step -> {
                assertThat(step.total().iops()).isEqualTo(1234.5);
                assertThat(step.step().openLoop()).isEmpty();
                assertThat(step.arrivals()).isEmpty();
                assertThat(step.pageCache()).isEqualTo(PageCache.BYPASSED);
                AccessSpecification workload = step.step().workload();
                assertThat(workload.distribution()).isEqualTo(Distribution.UNIFORM);
                assertThat(workload.sequence()).isEqualTo(Sequence.FORWARD);
                assertThat(workload.data()).isEqualTo(DataContent.UNIQUE);
                assertThat(step.data()).isEqualTo(DataFigures.NONE);
                assertThat(step.generator())
                    .isEqualTo(
                        GeneratorFigures.unknown(
                            "It was measured by a Loadstone that knew no head-room."));
                assertThat(step.cpu().host()).isEqualTo(HostFigures.UNKNOWN);
                assertThat(step.device()).isEqualTo(DeviceFigures.UNKNOWN);
                assertThat(step.steady()).isEmpty();
                assertThat(step.durable()).isEmpty();
              });
      assertThat(RawSql.query(file, "PRAGMA user_version"))
          .isEqualTo(Integer.toString(Schema.VERSION));
    } finally {
      store.close();
    }
  }
}
