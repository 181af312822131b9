-- Rank of a match: 0 if the title equals the words, 1 if the heading contains them, 2 otherwise.
CREATE OR REPLACE FUNCTION rank_search_match(title_key text, heading text, terms text[], query_key text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN NOT contains_terms(heading, terms) THEN 2 WHEN title_key = query_key THEN 0 ELSE 1 END
$$;
