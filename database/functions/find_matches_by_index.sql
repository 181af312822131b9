-- First matches of one rank by the index, among all rows or those from `min_place` on: fast for rare words. OFFSET 0
-- separates finding rows from checking them, which leaves the planner one plan.
CREATE OR REPLACE FUNCTION find_matches_by_index(of_kind text, in_locale text, at timestamptz, terms text[], query_key text,
  rank integer,
  min_place bigint, page_size integer)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  grams bigint[] := select_required_grams(terms, of_kind, CASE rank WHEN 1 THEN 1 ELSE 0 END);
  is_decided_by_index boolean := are_terms_decided_by_index(terms);
BEGIN
  RETURN ARRAY(
    SELECT entry.record_id
    FROM (
      (SELECT * FROM search_entries WHERE rank = 0 AND title_key = query_key OFFSET 0)
      UNION ALL
      (SELECT * FROM search_entries WHERE rank > 0 AND min_place IS NULL
        AND search_entry_grams(record_id, kind, heading, words) @> grams OFFSET 0)
      UNION ALL
      (SELECT * FROM search_entries WHERE rank > 0 AND kind = of_kind AND place >= min_place
        AND search_entry_grams(record_id, kind, heading, words) @> grams OFFSET 0)
    ) AS entry
    WHERE entry.kind = of_kind AND rank_search_match(entry.title_key, entry.heading, terms, query_key) = rank
      AND (rank < 2 OR is_decided_by_index OR contains_terms(entry.words, terms))
      AND is_search_entry_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at)
    ORDER BY entry.place DESC, entry.record_id DESC LIMIT page_size);
END $$;
