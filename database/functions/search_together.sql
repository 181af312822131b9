-- Number of records that match any of several variants of a query; lines separate the words of a variant. Called if no
-- variant exceeds the counting limit, so the rows are few.
CREATE OR REPLACE FUNCTION search_together(of_kind text, in_locale text, at timestamptz, variants text[])
RETURNS integer
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 SET jit = off
SET work_mem = '64MB' AS $$
DECLARE
  variant text;
  terms text[];
  wanted bigint[];
  is_said boolean;
  met uuid[] := '{}';
BEGIN
  FOREACH variant IN ARRAY variants LOOP
    terms := string_to_array(variant, E'\n');
    wanted := search_wanted(terms, of_kind, 0);
    is_said := search_is_said(terms);
    met := met || ARRAY(
      SELECT entry.record_id
      FROM (SELECT * FROM search_entries WHERE search_entry_grams(record_id, kind, heading, words) @> wanted OFFSET 0) AS entry
      WHERE entry.kind = of_kind AND (is_said OR search_has(entry.words, terms))
        AND search_is_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at));
  END LOOP;
  RETURN (SELECT count(DISTINCT record) FROM unnest(met) AS record);
END $$;
