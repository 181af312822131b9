-- Number of matches, counted up to a limit.
CREATE OR REPLACE FUNCTION search_count(of_kind text, in_locale text, at timestamptz, terms text[], wanted bigint[],
  most integer)
RETURNS integer LANGUAGE plpgsql STABLE AS $$
DECLARE
  is_said boolean := search_is_said(terms);
BEGIN
  RETURN (
    SELECT count(*) FROM (
      SELECT FROM (SELECT * FROM search_entries WHERE search_entry_grams(record_id, kind, heading, words) @> wanted OFFSET 0) AS entry
      WHERE entry.kind = of_kind AND (is_said OR search_has(entry.words, terms))
        AND search_is_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at)
      LIMIT most
    ) AS found
  );
END $$;
