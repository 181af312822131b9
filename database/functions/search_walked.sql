-- First matches of one rank among the newest rows of a kind, by walking over the rows: fast for common words. Like
-- `search_indexed`, `search_count` and `search_first` it is called by `search_found` only, whose settings restrict the
-- planner. OFFSET 0 separates finding rows from checking them, which leaves the planner one plan.
CREATE OR REPLACE FUNCTION search_walked(of_kind text, in_locale text, at timestamptz, terms text[], whole text,
  rank integer,
  reach integer, amount integer)
RETURNS uuid[] LANGUAGE plpgsql STABLE SET enable_bitmapscan = off SET enable_sort = off AS $$
BEGIN
  RETURN ARRAY(
    SELECT entry.record_id
    FROM (SELECT * FROM search_entries WHERE kind = of_kind AND search_lasts(show_from, show_to, at)
      ORDER BY place DESC, record_id DESC LIMIT reach) AS entry
    WHERE search_rank(entry.title_key, entry.heading, terms, whole) = rank AND (rank < 2 OR search_has(entry.words, terms))
      AND search_is_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at)
    ORDER BY entry.place DESC, entry.record_id DESC LIMIT amount);
END $$;
