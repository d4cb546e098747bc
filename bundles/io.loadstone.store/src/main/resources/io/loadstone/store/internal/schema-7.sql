-- Version 7: what the page cache had to do with a step's I/O, in the place of whether it was bypassed. Frozen, as
-- version 1 is.

ALTER TABLE steps ADD COLUMN page_cache TEXT; -- BYPASSED USED NONE (none over the targets)
UPDATE steps SET page_cache = CASE
  WHEN direct = 0 THEN 'USED'
  WHEN EXISTS (SELECT 1 FROM step_targets WHERE step_targets.step_id = steps.id
    AND (target LIKE 'file:%' OR target LIKE 'block:%')) THEN 'BYPASSED'
  ELSE 'NONE' END;
ALTER TABLE steps DROP COLUMN direct;
