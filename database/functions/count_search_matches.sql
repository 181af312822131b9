-- Number of matches, counted up to a limit.
CREATE OR REPLACE FUNCTION count_search_matches(of_kind text, in_locale text, at timestamptz, terms text[], grams bigint[],
  max_count integer)
RETURNS integer LANGUAGE plpgsql STABLE AS $$
DECLARE
  is_decided_by_index boolean := are_terms_decided_by_index(terms);
BEGIN
  RETURN (
    SELECT count(*) FROM (
      SELECT FROM (SELECT * FROM search_entries WHERE search_entry_grams(record_id, kind, heading, words) @> grams OFFSET 0) AS entry
      WHERE entry.kind = of_kind AND (is_decided_by_index OR contains_terms(entry.words, terms))
        AND is_search_entry_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at)
      LIMIT max_count
    ) AS found
  );
END $$;
