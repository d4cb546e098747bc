-- Version 3. Frozen, as version 1 is.

-- What the block devices behind the targets did; NULL if unknown.
ALTER TABLE intervals ADD COLUMN device_read_operations INTEGER;
ALTER TABLE intervals ADD COLUMN device_read_bytes INTEGER;
ALTER TABLE intervals ADD COLUMN device_write_operations INTEGER;
ALTER TABLE intervals ADD COLUMN device_write_bytes INTEGER;
ALTER TABLE intervals ADD COLUMN device_queue_length REAL;
ALTER TABLE intervals ADD COLUMN device_utilisation_percent REAL;
ALTER TABLE steps ADD COLUMN device_read_operations INTEGER;
ALTER TABLE steps ADD COLUMN device_read_bytes INTEGER;
ALTER TABLE steps ADD COLUMN device_write_operations INTEGER;
ALTER TABLE steps ADD COLUMN device_write_bytes INTEGER;
ALTER TABLE steps ADD COLUMN device_queue_length REAL;
ALTER TABLE steps ADD COLUMN device_utilisation_percent REAL;

-- The part at the end of a step in which its rate stayed the same; NULL if there is none.
ALTER TABLE steps ADD COLUMN steady_start_epoch_ms INTEGER;
ALTER TABLE steps ADD COLUMN steady_seconds REAL;
ALTER TABLE steps ADD COLUMN steady_grain_seconds REAL;
ALTER TABLE steps ADD COLUMN steady_iops REAL;
ALTER TABLE steps ADD COLUMN steady_mb_per_second REAL;

-- The flush after a step, and its writes by the time until they were durable; NULL without one.
ALTER TABLE steps ADD COLUMN flush_seconds REAL;
ALTER TABLE steps ADD COLUMN durable_write_mb_per_second REAL;
