-- Number of records that match any of several variants of a query; lines separate the words of a variant. Called if no
-- variant exceeds the counting limit, so there are few rows.
CREATE OR REPLACE FUNCTION count_matches_of_variants(of_kind text, in_locale text, at timestamptz, variants text[])
RETURNS integer
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 SET jit = off
SET work_mem = '64MB' AS $$
DECLARE
  variant text;
  terms text[];
  grams bigint[];
  is_decided_by_index boolean;
  record_ids uuid[] := '{}';
BEGIN
  FOREACH variant IN ARRAY variants LOOP
    terms := string_to_array(variant, E'\n');
    grams := select_required_grams(terms, of_kind, 0);
    is_decided_by_index := are_terms_decided_by_index(terms);
    record_ids := record_ids || ARRAY(
      SELECT entry.record_id
      FROM (SELECT * FROM search_entries WHERE search_entry_grams(record_id, kind, heading, words) @> grams OFFSET 0) AS entry
      WHERE entry.kind = of_kind AND (is_decided_by_index OR contains_terms(entry.words, terms))
        AND is_search_entry_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at));
  END LOOP;
  RETURN (SELECT count(DISTINCT record) FROM unnest(record_ids) AS record);
END $$;
