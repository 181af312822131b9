-- Checks a Korean business registration number: ten digits, weights 1 3 7 1 3 7 1 3 5, plus the tens of the last
-- product. Used by CHECK constraints.
CREATE OR REPLACE FUNCTION is_business_number(number text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT number ~ '^[0-9]{10}$' AND (
    SELECT (10 - (sum(substr(number, index, 1)::int * substr('137137135', index, 1)::int)
      + substr(number, 9, 1)::int * 5 / 10) % 10) % 10 = substr(number, 10, 1)::int
    FROM generate_series(1, 9) AS index)
$$;
