-- Version 6: what host_percent was spent on, and how often the host's cores were interrupted; NULL if unknown.
-- Frozen, as version 1 is.

ALTER TABLE intervals ADD COLUMN host_user_percent REAL;
ALTER TABLE intervals ADD COLUMN host_system_percent REAL; -- hard interrupts included
ALTER TABLE intervals ADD COLUMN host_softirq_percent REAL;
ALTER TABLE intervals ADD COLUMN host_iowait_percent REAL;
ALTER TABLE intervals ADD COLUMN context_switches_per_second REAL;
ALTER TABLE intervals ADD COLUMN interrupts_per_second REAL;
ALTER TABLE steps ADD COLUMN host_user_percent REAL;
ALTER TABLE steps ADD COLUMN host_system_percent REAL; -- hard interrupts included
ALTER TABLE steps ADD COLUMN host_softirq_percent REAL;
ALTER TABLE steps ADD COLUMN host_iowait_percent REAL;
ALTER TABLE steps ADD COLUMN context_switches_per_second REAL;
ALTER TABLE steps ADD COLUMN interrupts_per_second REAL;
