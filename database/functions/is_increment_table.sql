-- Checks a table of bid increments: it starts at 0, ascends, and every step is positive. Used by a CHECK constraint.
CREATE OR REPLACE FUNCTION is_increment_table(increments jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(bool_and((row.step ->> 'step')::bigint > 0
    AND (row.step ->> 'from')::bigint = CASE row.index WHEN 1 THEN 0 ELSE (row.step ->> 'from')::bigint END
    AND (row.previous IS NULL OR (row.step ->> 'from')::bigint > (row.previous ->> 'from')::bigint)), false)
  FROM (SELECT value AS step, ordinality AS index, lag(value) OVER (ORDER BY ordinality) AS previous
    FROM jsonb_array_elements(increments) WITH ORDINALITY) AS row
$$;
