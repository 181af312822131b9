-- ISO 8601 in UTC, with milliseconds.
CREATE OR REPLACE FUNCTION format_instant(instant timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
