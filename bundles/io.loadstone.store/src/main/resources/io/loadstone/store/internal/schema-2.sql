-- Version 2: what the generator saw of itself in a step. Frozen, as version 1 is.

ALTER TABLE steps ADD COLUMN noop_iops REAL; -- of the generator alone with this load; NULL: not measured
ALTER TABLE steps ADD COLUMN headroom_ratio REAL; -- noop_iops by total_iops
ALTER TABLE steps ADD COLUMN headroom_not_measured TEXT; -- why; empty: it was
ALTER TABLE steps ADD COLUMN collection_ns INTEGER; -- pauses of the garbage collector
ALTER TABLE steps ADD COLUMN safepoints INTEGER; -- pauses of the Java machine, collections included
ALTER TABLE steps ADD COLUMN other_pause_ns INTEGER; -- beyond collections: for other reasons, or until the last thread stood still
ALTER TABLE steps ADD COLUMN longest_hiccup_ns INTEGER; -- a thread that only sleeps woke as late

UPDATE steps SET headroom_not_measured = 'It was measured by a Loadstone that knew no head-room.' WHERE ended = 1;
