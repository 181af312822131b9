-- First row that was altered, inserted, or preceded by a deleted one; null if the log is intact.
CREATE OR REPLACE FUNCTION find_broken_audit_row() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT min(id) FROM (
    SELECT entry.id, entry.hash, row_number() OVER by_id AS number,
      hash_audit_row(lag(entry.hash) OVER by_id, entry) AS expected
    FROM audit AS entry WINDOW by_id AS (ORDER BY entry.id)
  ) AS entries WHERE id <> number OR hash <> expected
$$;
