-- Slots that sessions, breaks and slot length of a fair yield.
CREATE OR REPLACE FUNCTION generate_slot_grid(sessions jsonb, breaks jsonb, minutes integer)
RETURNS TABLE (starts_at timestamptz, ends_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT start, start + make_interval(mins => minutes)
  FROM jsonb_array_elements(sessions) AS session,
    generate_series((session ->> 'startAt')::timestamptz,
      (session ->> 'endAt')::timestamptz - make_interval(mins => minutes), make_interval(mins => minutes)) AS start
  WHERE NOT EXISTS (
    SELECT FROM jsonb_array_elements(breaks) AS pause
    WHERE tstzrange((pause ->> 'startAt')::timestamptz, (pause ->> 'endAt')::timestamptz)
      && tstzrange(start, start + make_interval(mins => minutes)))
$$;
