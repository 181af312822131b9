-- One page of matches of a kind by rank and age, and their number, counted up to `max_count`. An empty page is one row
-- without a record. Generic plans are kept, because planning takes longer than running; JIT compilation would too.
-- work_mem is large enough for an exact bitmap: a lossy one would recompute the grams of whole pages of texts.
CREATE OR REPLACE FUNCTION find_search_page(of_kind text, in_locale text, at timestamptz, terms text[], query_key text,
  max_count integer,
  skip integer, page_size integer)
RETURNS TABLE (total integer, record_id uuid, locale text, path text, title text, content text, dated_at timestamptz)
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 SET jit = off
SET work_mem = '64MB' AS $$
DECLARE
  grams bigint[] := select_required_grams(terms, of_kind, 2);
  is_decided_by_index boolean := are_terms_decided_by_index(terms);
  -- Up to this number, matches are sorted; beyond it, `find_first_matches` finds the first ones.
  sort_limit integer := max_count + 100;
  match_count integer;
  found uuid[];
BEGIN
  -- Common words show in the sample; long words need a look at the texts.
  SELECT count(*), count(*) FILTER (WHERE is_decided_by_index AND entry.kind = of_kind
    AND is_search_entry_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at))
  INTO match_count, total
  FROM (SELECT * FROM search_entries AS entry
    WHERE search_entry_grams(entry.record_id, entry.kind, entry.heading, entry.words) @> grams LIMIT sort_limit + 1) AS entry;
  IF match_count > sort_limit AND NOT is_decided_by_index THEN total := count_search_matches(of_kind, in_locale, at, terms, grams, max_count); END IF;
  grams := select_required_grams(terms, of_kind, 0);
  IF match_count <= sort_limit THEN
    SELECT count(*), count(*) FILTER (WHERE entry.fits),
      (array_agg(entry.record_id ORDER BY entry.rank, entry.place DESC, entry.record_id DESC) FILTER (WHERE entry.fits))[skip + 1 : skip + page_size]
    INTO match_count, total, found
    FROM (
      SELECT entry.record_id, entry.place, rank_search_match(entry.title_key, entry.heading, terms, query_key) AS rank,
        entry.kind = of_kind AND (is_decided_by_index OR contains_terms(entry.words, terms))
          AND is_search_entry_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at) AS fits
      FROM (SELECT * FROM search_entries AS entry
        WHERE search_entry_grams(entry.record_id, entry.kind, entry.heading, entry.words) @> grams LIMIT sort_limit + 1) AS entry
    ) AS entry;
  END IF;
  IF match_count > sort_limit THEN
    found := (find_first_matches(of_kind, in_locale, at, terms, query_key, skip + page_size))[skip + 1 : skip + page_size];
    -- Many rows contain the words, but few of them are public.
    IF total < max_count THEN total := count_search_matches(of_kind, in_locale, at, terms, grams, max_count); END IF;
  END IF;
  total := least(total, max_count);
  RETURN QUERY
    SELECT total, shown.record_id, shown.locale, shown.path, shown.title, shown.content, shown.dated_at
    FROM (SELECT) AS one
    LEFT JOIN unnest(found) WITH ORDINALITY AS page (id, rank) ON true
    LEFT JOIN LATERAL (
      SELECT * FROM search_entries AS entry
      WHERE entry.record_id = page.id AND entry.locale IN (in_locale, 'ko') AND is_search_entry_current(entry.show_from, entry.show_to, at)
      ORDER BY entry.locale = in_locale DESC LIMIT 1
    ) AS shown ON true
    ORDER BY page.rank;
END $$;
