-- Whether a text contains all words, at most eight (`searchTerms`). Unrolled, so that a long text is fetched only as
-- far as needed.
CREATE OR REPLACE FUNCTION contains_terms(content text, terms text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT strpos(content, terms[1]) > 0
    AND coalesce(strpos(content, terms[2]) > 0, true) AND coalesce(strpos(content, terms[3]) > 0, true)
    AND coalesce(strpos(content, terms[4]) > 0, true) AND coalesce(strpos(content, terms[5]) > 0, true)
    AND coalesce(strpos(content, terms[6]) > 0, true) AND coalesce(strpos(content, terms[7]) > 0, true)
    AND coalesce(strpos(content, terms[8]) > 0, true)
$$;
