-- One, two and three adjacent characters of a search key as numbers, without those across a space or a line end. 16
-- bits per character (keys contain no larger ones), the first in the lowest bits, then 8 bits for the kind and 2 for
-- the part: 0 all words, 1 heading, 2 all words of a sampled record. The high COST makes the planner use the index
-- instead of computing grams row by row. The indexes `search_entries_grams` and `shop_listings_words` use this
-- function: a change of its result needs a migration that rebuilds them.
CREATE OR REPLACE FUNCTION search_grams(words text, kind text, part integer) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000000000 AS $$
DECLARE
  codes bigint[] := ARRAY(SELECT ascii(letter)::bigint FROM unnest(string_to_array(words, NULL)) AS letter);
  -- A collision of two kinds costs time only.
  kind_and_part bigint := ((hashtextextended(kind, 0) & 255) << 48) | (part::bigint << 56);
BEGIN
  RETURN (
    SELECT coalesce(array_agg(kind_and_part | a) FILTER (WHERE a > 32), '{}')
      || coalesce(array_agg(kind_and_part | a | (b << 16)) FILTER (WHERE a > 32 AND b > 32), '{}')
      || coalesce(array_agg(kind_and_part | a | (b << 16) | (c << 32)) FILTER (WHERE a > 32 AND b > 32 AND c > 32), '{}')
    FROM unnest(codes, codes[2:], codes[3:]) AS row (a, b, c)
  );
END $$;
