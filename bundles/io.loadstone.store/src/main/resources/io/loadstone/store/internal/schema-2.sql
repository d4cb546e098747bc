-- Version 2. Frozen, as version 1 is.

-- What the generator saw of itself in a step.
ALTER TABLE steps ADD COLUMN noop_iops REAL; -- of the generator alone with this load; NULL: not measured
ALTER TABLE steps ADD COLUMN headroom_ratio REAL; -- noop_iops by total_iops
ALTER TABLE steps ADD COLUMN headroom_not_measured TEXT; -- why; empty: it was
ALTER TABLE steps ADD COLUMN collection_ns INTEGER; -- pauses of the garbage collector
ALTER TABLE steps ADD COLUMN safepoints INTEGER; -- pauses of the Java machine, collections included
ALTER TABLE steps ADD COLUMN other_pause_ns INTEGER; -- beyond collections: for other reasons, or until the last thread stood still
ALTER TABLE steps ADD COLUMN longest_hiccup_ns INTEGER; -- a thread that only sleeps woke as late

UPDATE steps SET headroom_not_measured = 'It was measured by a Loadstone that knew no head-room.' WHERE ended = 1;

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
