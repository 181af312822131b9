-- First matches of one rank by the index, from a sort position on or, with null, among all: fast for rare words.
CREATE OR REPLACE FUNCTION search_indexed(of_kind text, in_locale text, at timestamptz, terms text[], whole text,
  rank integer,
  since bigint, amount integer)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted bigint[] := search_wanted(terms, of_kind, CASE rank WHEN 1 THEN 1 ELSE 0 END);
  is_said boolean := search_is_said(terms);
BEGIN
  RETURN ARRAY(
    SELECT entry.record_id
    FROM (
      (SELECT * FROM search_entries WHERE rank = 0 AND title_key = whole OFFSET 0)
      UNION ALL
      (SELECT * FROM search_entries WHERE rank > 0 AND since IS NULL
        AND search_entry_grams(record_id, kind, heading, words) @> wanted OFFSET 0)
      UNION ALL
      (SELECT * FROM search_entries WHERE rank > 0 AND kind = of_kind AND place >= since
        AND search_entry_grams(record_id, kind, heading, words) @> wanted OFFSET 0)
    ) AS entry
    WHERE entry.kind = of_kind AND search_rank(entry.title_key, entry.heading, terms, whole) = rank
      AND (rank < 2 OR is_said OR search_has(entry.words, terms))
      AND search_is_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at)
    ORDER BY entry.place DESC, entry.record_id DESC LIMIT amount);
END $$;
