-- Date in Seoul.
CREATE OR REPLACE FUNCTION date_in_seoul(instant timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (instant AT TIME ZONE 'Asia/Seoul')::date
$$;
