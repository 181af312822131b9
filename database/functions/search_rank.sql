-- Rank of a match: 0 if the title equals the words, 1 if the heading contains them, 2 otherwise.
CREATE OR REPLACE FUNCTION search_rank(title_key text, heading text, terms text[], whole text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN NOT search_has(heading, terms) THEN 2 WHEN title_key = whole THEN 0 ELSE 1 END
$$;
