-- Bid increment at a price.
CREATE OR REPLACE FUNCTION find_bid_increment(increments jsonb, price bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (value ->> 'step')::bigint FROM jsonb_array_elements(increments)
  WHERE (value ->> 'from')::bigint <= price ORDER BY (value ->> 'from')::bigint DESC LIMIT 1
$$;
