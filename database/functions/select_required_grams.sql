-- Grams that every match contains: the longest ones of each word, at most 24. Matches are verified against the text.
CREATE OR REPLACE FUNCTION select_required_grams(terms text[], kind text, part integer) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (array_agg(DISTINCT gram))[:24] FROM unnest(terms) AS term, unnest(search_grams(term, kind, part)) AS gram
  WHERE (gram & ((1::bigint << 48) - 1)) >= 1::bigint << (16 * (least(char_length(term), 3) - 1))
$$;
