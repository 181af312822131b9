-- Returns the number of a new request, such as 2026-000123. Numbers are unique but may have gaps.
CREATE OR REPLACE FUNCTION next_form_number(received timestamptz) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT to_char(received AT TIME ZONE 'Asia/Seoul', 'YYYY') || '-' || lpad(number, greatest(6, length(number)), '0')
  FROM (SELECT nextval('form_numbers')::text AS number) AS next
$$;
