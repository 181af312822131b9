-- A maximum that covers the reserve raises the price to the reserve at once.
CREATE OR REPLACE FUNCTION raise_to_reserve(reserve bigint, price bigint, maximum bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN reserve > price AND maximum >= reserve THEN reserve ELSE price END
$$;
