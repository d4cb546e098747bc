-- Version 5. Frozen, as version 1 is.

-- The arrival rate of an open loop as it was asked for; NULL in a closed loop.
ALTER TABLE steps ADD COLUMN rate_per_second REAL;
ALTER TABLE steps ADD COLUMN rate_unit TEXT; -- OPERATIONS BYTES
ALTER TABLE steps ADD COLUMN arrival_law TEXT; -- CONSTANT POISSON BURSTS
ALTER TABLE steps ADD COLUMN arrival_burst INTEGER;

-- How its schedule was kept; NULL in a closed loop.
ALTER TABLE steps ADD COLUMN arrivals INTEGER;
ALTER TABLE steps ADD COLUMN arrivals_started INTEGER;
ALTER TABLE steps ADD COLUMN arrivals_late INTEGER; -- started more than 1 ms after they were due
ALTER TABLE steps ADD COLUMN arrivals_late_by_generator INTEGER; -- though a slot was free
ALTER TABLE steps ADD COLUMN arrivals_backlog INTEGER; -- due and not started at the end
ALTER TABLE steps ADD COLUMN arrivals_skipped INTEGER; -- never started
ALTER TABLE intervals ADD COLUMN arrivals INTEGER;
ALTER TABLE intervals ADD COLUMN arrivals_started INTEGER;
ALTER TABLE intervals ADD COLUMN arrivals_late INTEGER;
ALTER TABLE intervals ADD COLUMN arrivals_late_by_generator INTEGER;
ALTER TABLE intervals ADD COLUMN arrivals_backlog INTEGER;
ALTER TABLE intervals ADD COLUMN arrivals_skipped INTEGER;
