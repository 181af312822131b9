-- One page of matches of a kind by rank and age, and their number, counted up to `most`. An empty page is one row
-- without a record. Generic plans are kept, because planning takes longer than running; JIT compilation would too.
-- work_mem is large enough for an exact bitmap: a lossy one would recompute the grams of whole pages of texts.
CREATE OR REPLACE FUNCTION search_found(of_kind text, in_locale text, at timestamptz, terms text[], whole text,
  most integer,
  skip integer, amount integer)
RETURNS TABLE (total integer, record_id uuid, locale text, path text, title text, content text, dated_at timestamptz)
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 SET jit = off
SET work_mem = '64MB' AS $$
DECLARE
  wanted bigint[] := search_wanted(terms, of_kind, 2);
  is_said boolean := search_is_said(terms);
  -- Up to this number, matches are sorted; beyond it, `search_first` finds the first ones.
  few integer := most + 100;
  met integer;
  found uuid[];
BEGIN
  -- Common words show in the sample; long words need a look at the texts.
  SELECT count(*), count(*) FILTER (WHERE is_said AND entry.kind = of_kind
    AND search_is_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at))
  INTO met, total
  FROM (SELECT * FROM search_entries AS entry
    WHERE search_entry_grams(entry.record_id, entry.kind, entry.heading, entry.words) @> wanted LIMIT few + 1) AS entry;
  IF met > few AND NOT is_said THEN total := search_count(of_kind, in_locale, at, terms, wanted, most); END IF;
  wanted := search_wanted(terms, of_kind, 0);
  IF met <= few THEN
    SELECT count(*), count(*) FILTER (WHERE entry.fits),
      (array_agg(entry.record_id ORDER BY entry.rank, entry.place DESC, entry.record_id DESC) FILTER (WHERE entry.fits))[skip + 1 : skip + amount]
    INTO met, total, found
    FROM (
      SELECT entry.record_id, entry.place, search_rank(entry.title_key, entry.heading, terms, whole) AS rank,
        entry.kind = of_kind AND (is_said OR search_has(entry.words, terms))
          AND search_is_shown(entry.record_id, entry.locale, entry.show_from, entry.show_to, in_locale, at) AS fits
      FROM (SELECT * FROM search_entries AS entry
        WHERE search_entry_grams(entry.record_id, entry.kind, entry.heading, entry.words) @> wanted LIMIT few + 1) AS entry
    ) AS entry;
  END IF;
  IF met > few THEN
    found := (search_first(of_kind, in_locale, at, terms, whole, skip + amount))[skip + 1 : skip + amount];
    -- Many rows contain the words, but few of them are public.
    IF total < most THEN total := search_count(of_kind, in_locale, at, terms, wanted, most); END IF;
  END IF;
  total := least(total, most);
  RETURN QUERY
    SELECT total, shown.record_id, shown.locale, shown.path, shown.title, shown.content, shown.dated_at
    FROM (SELECT) AS one
    LEFT JOIN unnest(found) WITH ORDINALITY AS page (id, rank) ON true
    LEFT JOIN LATERAL (
      SELECT * FROM search_entries AS entry
      WHERE entry.record_id = page.id AND entry.locale IN (in_locale, 'ko') AND search_lasts(entry.show_from, entry.show_to, at)
      ORDER BY entry.locale = in_locale DESC LIMIT 1
    ) AS shown ON true
    ORDER BY page.rank;
END $$;
