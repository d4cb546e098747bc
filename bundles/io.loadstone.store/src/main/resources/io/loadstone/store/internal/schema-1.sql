-- Version 1. Frozen: a change of the schema is a new file schema-2.sql and so on, each applied once, in order.
-- Times are milliseconds since 1970 (epoch_ms) or nanoseconds (ns); mb is 10^6 bytes; NULL is "unknown" or "nothing to measure".
-- Histograms are HdrHistogram's compressed V2 encoding of nanoseconds.

CREATE TABLE runs (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL, -- QUEUED PREPARING RAMPING RUNNING STOPPING COMPLETED STOPPED FAILED INTERRUPTED
  reason TEXT NOT NULL,
  started_epoch_ms INTEGER NOT NULL,
  ended_epoch_ms INTEGER NOT NULL, -- 0: goes on
  plan TEXT NOT NULL, -- YAML
  agent_version TEXT NOT NULL,
  agent_host TEXT NOT NULL,
  agent_os TEXT NOT NULL,
  agent_processors INTEGER NOT NULL,
  agent_memory_bytes INTEGER NOT NULL,
  agent_java TEXT NOT NULL,
  agent_clock TEXT NOT NULL
);

CREATE INDEX runs_by_start ON runs (started_epoch_ms, id);

CREATE TABLE labels (
  run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run_id, name)
) WITHOUT ROWID;

CREATE TABLE steps (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
  step INTEGER NOT NULL, -- 0-based
  workload TEXT NOT NULL,
  distribution TEXT NOT NULL, -- UNIFORM FULL_COVERAGE
  range_from REAL NOT NULL,
  range_from_unit TEXT NOT NULL, -- BYTES PERCENT
  range_to REAL NOT NULL,
  range_to_unit TEXT NOT NULL,
  streams INTEGER NOT NULL,
  workers INTEGER NOT NULL,
  outstanding_per_worker INTEGER NOT NULL,
  pass INTEGER NOT NULL, -- 1-based
  ramp_up_ns INTEGER NOT NULL, -- planned
  run_time_ns INTEGER NOT NULL, -- planned
  pause_ns INTEGER NOT NULL, -- planned
  engine TEXT NOT NULL,
  direct INTEGER NOT NULL, -- 1: the page cache was bypassed
  ended INTEGER NOT NULL, -- 0: began and did not end; every column below is NULL then
  start_epoch_ms INTEGER,
  end_epoch_ms INTEGER,
  ramp_up_seconds REAL, -- real
  run_seconds REAL, -- real
  agent_percent_of_one_core REAL, host_percent REAL, steal_percent REAL, cpu_microseconds_per_operation REAL,
  verdict TEXT, -- VALID SUSPECT GENERATOR_BOUND
  read_operations INTEGER, read_bytes INTEGER, read_errors INTEGER, read_iops REAL, read_mb_per_second REAL,
  read_service_count INTEGER, read_service_min_ns INTEGER, read_service_mean_ns REAL, read_service_stddev_ns REAL, read_service_p50_ns INTEGER, read_service_p90_ns INTEGER,
  read_service_p95_ns INTEGER, read_service_p99_ns INTEGER, read_service_p999_ns INTEGER, read_service_p9999_ns INTEGER, read_service_max_ns INTEGER,
  read_response_count INTEGER, read_response_min_ns INTEGER, read_response_mean_ns REAL, read_response_stddev_ns REAL, read_response_p50_ns INTEGER, read_response_p90_ns INTEGER,
  read_response_p95_ns INTEGER, read_response_p99_ns INTEGER, read_response_p999_ns INTEGER, read_response_p9999_ns INTEGER, read_response_max_ns INTEGER,
  write_operations INTEGER, write_bytes INTEGER, write_errors INTEGER, write_iops REAL, write_mb_per_second REAL,
  write_service_count INTEGER, write_service_min_ns INTEGER, write_service_mean_ns REAL, write_service_stddev_ns REAL, write_service_p50_ns INTEGER, write_service_p90_ns INTEGER,
  write_service_p95_ns INTEGER, write_service_p99_ns INTEGER, write_service_p999_ns INTEGER, write_service_p9999_ns INTEGER, write_service_max_ns INTEGER,
  write_response_count INTEGER, write_response_min_ns INTEGER, write_response_mean_ns REAL, write_response_stddev_ns REAL, write_response_p50_ns INTEGER, write_response_p90_ns INTEGER,
  write_response_p95_ns INTEGER, write_response_p99_ns INTEGER, write_response_p999_ns INTEGER, write_response_p9999_ns INTEGER, write_response_max_ns INTEGER,
  total_operations INTEGER, total_bytes INTEGER, total_errors INTEGER, total_iops REAL, total_mb_per_second REAL,
  total_service_count INTEGER, total_service_min_ns INTEGER, total_service_mean_ns REAL, total_service_stddev_ns REAL, total_service_p50_ns INTEGER, total_service_p90_ns INTEGER,
  total_service_p95_ns INTEGER, total_service_p99_ns INTEGER, total_service_p999_ns INTEGER, total_service_p9999_ns INTEGER, total_service_max_ns INTEGER,
  total_response_count INTEGER, total_response_min_ns INTEGER, total_response_mean_ns REAL, total_response_stddev_ns REAL, total_response_p50_ns INTEGER, total_response_p90_ns INTEGER,
  total_response_p95_ns INTEGER, total_response_p99_ns INTEGER, total_response_p999_ns INTEGER, total_response_p9999_ns INTEGER, total_response_max_ns INTEGER,
  UNIQUE (run_id, step)
);

CREATE TABLE step_lines (
  step_id INTEGER NOT NULL REFERENCES steps ON DELETE CASCADE,
  position INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  share_percent REAL NOT NULL,
  read_percent REAL NOT NULL,
  random_percent REAL NOT NULL,
  burst INTEGER NOT NULL,
  delay_ns INTEGER NOT NULL,
  align_bytes INTEGER NOT NULL,
  PRIMARY KEY (step_id, position)
) WITHOUT ROWID;

CREATE TABLE step_targets (
  step_id INTEGER NOT NULL REFERENCES steps ON DELETE CASCADE,
  position INTEGER NOT NULL,
  target TEXT NOT NULL, -- URI
  PRIMARY KEY (step_id, position)
) WITHOUT ROWID;

CREATE TABLE step_verdict_reasons (
  step_id INTEGER NOT NULL REFERENCES steps ON DELETE CASCADE,
  position INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (step_id, position)
) WITHOUT ROWID;

CREATE TABLE step_self_checks (
  step_id INTEGER NOT NULL REFERENCES steps ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  passed INTEGER NOT NULL,
  detail TEXT NOT NULL,
  PRIMARY KEY (step_id, position)
) WITHOUT ROWID;

CREATE TABLE intervals (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
  step INTEGER NOT NULL,
  ramp_up INTEGER NOT NULL, -- 1: not part of the step's totals
  start_epoch_ms INTEGER NOT NULL,
  length_ns INTEGER NOT NULL,
  note_count INTEGER NOT NULL, -- rows in interval_notes
  agent_percent_of_one_core REAL, host_percent REAL, steal_percent REAL, cpu_microseconds_per_operation REAL,
  read_operations INTEGER, read_bytes INTEGER, read_errors INTEGER, read_iops REAL, read_mb_per_second REAL,
  read_service_count INTEGER, read_service_min_ns INTEGER, read_service_mean_ns REAL, read_service_stddev_ns REAL, read_service_p50_ns INTEGER, read_service_p90_ns INTEGER,
  read_service_p95_ns INTEGER, read_service_p99_ns INTEGER, read_service_p999_ns INTEGER, read_service_p9999_ns INTEGER, read_service_max_ns INTEGER,
  read_response_count INTEGER, read_response_min_ns INTEGER, read_response_mean_ns REAL, read_response_stddev_ns REAL, read_response_p50_ns INTEGER, read_response_p90_ns INTEGER,
  read_response_p95_ns INTEGER, read_response_p99_ns INTEGER, read_response_p999_ns INTEGER, read_response_p9999_ns INTEGER, read_response_max_ns INTEGER,
  write_operations INTEGER, write_bytes INTEGER, write_errors INTEGER, write_iops REAL, write_mb_per_second REAL,
  write_service_count INTEGER, write_service_min_ns INTEGER, write_service_mean_ns REAL, write_service_stddev_ns REAL, write_service_p50_ns INTEGER, write_service_p90_ns INTEGER,
  write_service_p95_ns INTEGER, write_service_p99_ns INTEGER, write_service_p999_ns INTEGER, write_service_p9999_ns INTEGER, write_service_max_ns INTEGER,
  write_response_count INTEGER, write_response_min_ns INTEGER, write_response_mean_ns REAL, write_response_stddev_ns REAL, write_response_p50_ns INTEGER, write_response_p90_ns INTEGER,
  write_response_p95_ns INTEGER, write_response_p99_ns INTEGER, write_response_p999_ns INTEGER, write_response_p9999_ns INTEGER, write_response_max_ns INTEGER,
  total_operations INTEGER, total_bytes INTEGER, total_errors INTEGER, total_iops REAL, total_mb_per_second REAL,
  total_service_count INTEGER, total_service_min_ns INTEGER, total_service_mean_ns REAL, total_service_stddev_ns REAL, total_service_p50_ns INTEGER, total_service_p90_ns INTEGER,
  total_service_p95_ns INTEGER, total_service_p99_ns INTEGER, total_service_p999_ns INTEGER, total_service_p9999_ns INTEGER, total_service_max_ns INTEGER,
  total_response_count INTEGER, total_response_min_ns INTEGER, total_response_mean_ns REAL, total_response_stddev_ns REAL, total_response_p50_ns INTEGER, total_response_p90_ns INTEGER,
  total_response_p95_ns INTEGER, total_response_p99_ns INTEGER, total_response_p999_ns INTEGER, total_response_p9999_ns INTEGER, total_response_max_ns INTEGER,
  read_service_histogram BLOB NOT NULL,
  read_response_histogram BLOB NOT NULL,
  write_service_histogram BLOB NOT NULL,
  write_response_histogram BLOB NOT NULL
);

CREATE INDEX intervals_by_run ON intervals (run_id, id);

CREATE TABLE interval_notes (
  interval_id INTEGER NOT NULL REFERENCES intervals ON DELETE CASCADE,
  position INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (interval_id, position)
) WITHOUT ROWID;

CREATE TABLE saturation (
  run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
  position INTEGER NOT NULL,
  workload TEXT NOT NULL,
  step INTEGER NOT NULL,
  workers INTEGER NOT NULL,
  outstanding_per_worker INTEGER NOT NULL,
  iops REAL,
  response_time_mean_ns REAL,
  saturated INTEGER NOT NULL, -- 1: a later step showed that it is the optimum
  rule TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (run_id, position)
) WITHOUT ROWID;

CREATE TABLE journal (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL REFERENCES runs ON DELETE CASCADE,
  epoch_ms INTEGER NOT NULL,
  text TEXT NOT NULL
);

CREATE INDEX journal_by_run ON journal (run_id, id);
