-- Version 8: how long a step's loops waited for processors. Frozen, as version 1 is.

ALTER TABLE steps ADD COLUMN loop_wait_percent REAL; -- NULL: unknown
