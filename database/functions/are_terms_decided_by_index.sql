-- Whether the index alone decides: true if no word is longer than three characters.
CREATE OR REPLACE FUNCTION are_terms_decided_by_index(terms text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT max(char_length(term)) <= 3 FROM unnest(terms) AS term
$$;
