-- First row that was altered, inserted, or preceded by a deleted one; null if the log is intact.
CREATE OR REPLACE FUNCTION audit_broken_at() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(id) FROM (
    SELECT line.id, line.hash, row_number() OVER chain AS number,
      audit_hash(lag(line.hash) OVER chain, line) AS expected
    FROM audit AS line WINDOW chain AS (ORDER BY line.id)
  ) AS lines WHERE id <> number OR hash <> expected
$$;
