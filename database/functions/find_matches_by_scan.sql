-- First matches of one rank among the newest rows of a kind, by a scan over these rows: fast for common words. Only
-- `find_search_page` calls it, whose settings restrict the planner.
CREATE OR REPLACE FUNCTION find_matches_by_scan(of_kind text, in_locale text, at timestamptz, terms text[], query_key text,
  rank integer,
  scan_limit integer, page_size integer)
RETURNS uuid[] LANGUAGE plpgsql STABLE SET enable_bitmapscan = off SET enable_sort = off AS $$
BEGIN
  RETURN ARRAY(
    SELECT entry.record_id
    FROM (SELECT * FROM search_entries WHERE kind = of_kind AND is_search_entry_current(show_from, show_to, at)
      ORDER BY place DESC, record_id DESC LIMIT scan_limit) AS entry
    WHERE rank_search_match(entry.title_key, entry.heading, terms, query_key) = rank AND (rank < 2 OR contains_terms(entry.words, terms))
      AND is_search_entry_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at)
    ORDER BY entry.place DESC, entry.record_id DESC LIMIT page_size);
END $$;
