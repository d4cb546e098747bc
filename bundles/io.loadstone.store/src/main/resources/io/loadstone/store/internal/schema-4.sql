-- Version 4: more distributions, sequences, and what is written. Frozen, as the versions before are.

-- From now on the text of a plan: uniform fullCoverage zipf(1.2) ...
UPDATE steps SET distribution = 'uniform' WHERE distribution = 'UNIFORM';
UPDATE steps SET distribution = 'fullCoverage' WHERE distribution = 'FULL_COVERAGE';

ALTER TABLE steps ADD COLUMN sequence TEXT NOT NULL DEFAULT 'forward'; -- the text of a plan: forward backward strided(64KiB)
ALTER TABLE steps ADD COLUMN data_compressible_percent REAL NOT NULL DEFAULT 0; -- planned
ALTER TABLE steps ADD COLUMN data_duplicate_percent REAL NOT NULL DEFAULT 0; -- planned
ALTER TABLE steps ADD COLUMN data_unit_bytes INTEGER NOT NULL DEFAULT 4096;

-- What zlib and SHA-256 say about a sample of what was written; NULL if nothing was.
ALTER TABLE steps ADD COLUMN sampled_units INTEGER;
ALTER TABLE steps ADD COLUMN sampled_unit_bytes INTEGER;
ALTER TABLE steps ADD COLUMN sampled_compressible_percent REAL;
ALTER TABLE steps ADD COLUMN sampled_duplicate_percent REAL;
