-- Digest of that list, by which the operator confirms what was shown; null if the list is empty.
CREATE OR REPLACE FUNCTION fair_falls_mark(fair uuid, sessions jsonb, breaks jsonb, minutes integer, tables integer,
  rooms integer)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT md5(string_agg(concat_ws(' ', met.id, met.slot_id, met.way, met.place, falls.changed), ',' ORDER BY met.id))
  FROM fair_falls(fair, sessions, breaks, minutes, tables, rooms) AS falls JOIN matchings AS met ON met.id = falls.matching_id
$$;
