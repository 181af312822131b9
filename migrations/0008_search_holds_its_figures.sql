-- Search within its time over 100,000 posts (docs/decisions/0014). What is found stays the same.

-- One index in place of two. Its numbers name the kind as well, so that looking for posts of one kind never meets those
-- of another, and say of a heading's letters that they stand there.
DROP INDEX search_entries_heading;
DROP INDEX search_entries_words;
SET LOCAL maintenance_work_mem = '256MB';

-- What every found row is asked for lies in the row itself; only long texts lie beside it. Rewrites the rows.
ALTER TABLE search_entries
  ALTER COLUMN kind SET STORAGE MAIN,
  ALTER COLUMN path SET STORAGE MAIN,
  ALTER COLUMN title SET STORAGE MAIN,
  ALTER COLUMN title_key SET STORAGE MAIN,
  ALTER COLUMN heading SET STORAGE MAIN,
  ALTER COLUMN pictures SET STORAGE MAIN,
  ALTER COLUMN heading TYPE text USING heading || '';

-- One, two and three letters in a row, without those across a space or a line. A number holds 16 bits a letter (a key has
-- no others), the first the lowest, then 8 bits of the kind and 2 of the part: 0 for all words, 1 for the heading, 2 for
-- all words of a sample. The cost keeps the planner from working them out for row after row where the index has them.
CREATE FUNCTION search_grams(words text, kind text, part integer) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000000000 AS $$
DECLARE
  codes bigint[] := ARRAY(SELECT ascii(letter)::bigint FROM unnest(string_to_array(words, NULL)) AS letter);
  -- Two kinds with the same bits cost time, nothing else.
  above bigint := ((hashtextextended(kind, 0) & 255) << 48) | (part::bigint << 56);
BEGIN
  RETURN (
    SELECT coalesce(array_agg(above | a) FILTER (WHERE a > 32), '{}')
      || coalesce(array_agg(above | a | (b << 16)) FILTER (WHERE a > 32 AND b > 32), '{}')
      || coalesce(array_agg(above | a | (b << 16) | (c << 32)) FILTER (WHERE a > 32 AND b > 32 AND c > 32), '{}')
    FROM unnest(codes, codes[2:], codes[3:]) AS row (a, b, c)
  );
END $$;

-- All of an entry. One record in eight is in the sample, in which one sees that a word is common without reading of every
-- text that has it. Written as an expression, it knows the function by itself: an index is built without a search path.
CREATE FUNCTION search_entry_grams(record uuid, kind text, heading text, words text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000000000
RETURN search_grams(words, kind, 0) || search_grams(heading, kind, 1)
  || CASE WHEN uuid_hash_extended(record, 0) & 7 = 0 THEN search_grams(words, kind, 2) ELSE '{}' END;

-- What every text has that contains these words: the longest rows of letters of each, 24 at most; the text decides.
CREATE FUNCTION search_wanted(terms text[], kind text, part integer) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (array_agg(DISTINCT gram))[:24] FROM unnest(terms) AS term, unnest(search_grams(term, kind, part)) AS gram
  WHERE (gram & ((1::bigint << 48) - 1)) >= 1::bigint << (16 * (least(char_length(term), 3) - 1))
$$;

-- What a text of some thousand letters adds lies in thousands of places of the index: putting it there at once took a
-- fifth of a second. It waits in a list that searches read too (some thirty such texts at most) until the database's own
-- vacuum, which looks every minute, sorts it in; ten changed rows are enough for that.
CREATE INDEX search_entries_grams ON search_entries
  USING gin (search_entry_grams(record_id, kind, heading, words)) WITH (fastupdate = on);
ALTER TABLE search_entries SET (
  autovacuum_vacuum_insert_threshold = 10, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_threshold = 10, autovacuum_vacuum_scale_factor = 0
);
-- No statistics of it: gathering would take the grams of thousands of texts each time.
ALTER INDEX search_entries_grams ALTER COLUMN 1 SET STATISTICS 0;

-- ── Finding ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Functions of one expression are put in place of their call by the planner.

CREATE FUNCTION search_lasts(show_from timestamptz, show_to timestamptz, at timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT show_from <= at AND (show_to IS NULL OR show_to > at) $$;

CREATE FUNCTION search_is_translated(record uuid, in_locale text, at timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM search_entries AS entry WHERE entry.record_id = record AND entry.locale = in_locale
    AND search_lasts(entry.show_from, entry.show_to, at));
END $$;

-- Whether somebody who reads one language is shown this entry: Korean only where the record has no other.
CREATE FUNCTION search_is_shown(record uuid, locale text, show_from timestamptz, show_to timestamptz, in_locale text, at timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT search_lasts(show_from, show_to, at)
    AND (locale = in_locale OR locale = 'ko' AND NOT search_is_translated(record, in_locale, at))
$$;

-- Whether a text has all words, eight at most (`searchTerms`). It is fetched for as many as it has, and no further.
CREATE FUNCTION search_has(content text, terms text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT strpos(content, terms[1]) > 0
    AND coalesce(strpos(content, terms[2]) > 0, true) AND coalesce(strpos(content, terms[3]) > 0, true)
    AND coalesce(strpos(content, terms[4]) > 0, true) AND coalesce(strpos(content, terms[5]) > 0, true)
    AND coalesce(strpos(content, terms[6]) > 0, true) AND coalesce(strpos(content, terms[7]) > 0, true)
    AND coalesce(strpos(content, terms[8]) > 0, true)
$$;

-- The rank of what has all words: 0 for a title that is the words, 1 for a heading that has them, 2 for a text.
CREATE FUNCTION search_rank(title_key text, heading text, terms text[], whole text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN NOT search_has(heading, terms) THEN 2 WHEN title_key = whole THEN 0 ELSE 1 END
$$;

-- Of words of up to three letters the index says all there is to say.
CREATE FUNCTION search_is_said(terms text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT max(char_length(term)) <= 3 FROM unnest(terms) AS term
$$;

-- What follows is called by `search_found` alone, which sets what the planner may choose from. OFFSET 0 keeps the way to
-- the rows apart from what is asked of them: an index is asked, then each row, and there is nothing to weigh.

-- The first so many of one rank among the newest rows of a kind, one after the other: quick for words that many have.
CREATE FUNCTION search_walked(of_kind text, in_locale text, at timestamptz, terms text[], whole text, rank integer,
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

-- The same by the index, from a place on or, without one, all: quick for words that few have.
CREATE FUNCTION search_indexed(of_kind text, in_locale text, at timestamptz, terms text[], whole text, rank integer,
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

-- How many are found by these grams, up to a limit.
CREATE FUNCTION search_count(of_kind text, in_locale text, at timestamptz, terms text[], wanted bigint[], most integer)
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

-- The first so many of what is found, where that is much: each rank is looked for among the newest first.
CREATE FUNCTION search_first(of_kind text, in_locale text, at timestamptz, terms text[], whole text, amount integer)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  newest bigint;
  found uuid[] := '{}';
  part uuid[];
  missing integer;
BEGIN
  FOR rank IN 0 .. 2 LOOP
    missing := amount - cardinality(found);
    EXIT WHEN missing <= 0;
    part := '{}';
    IF rank > 0 AND missing <= 40 THEN
      part := search_walked(of_kind, in_locale, at, terms, whole, rank, 50 + 10 * missing, missing);
    END IF;
    IF rank > 0 AND cardinality(part) < missing THEN
      newest := coalesce(newest, (
        SELECT place FROM search_entries WHERE kind = of_kind ORDER BY place DESC, record_id DESC OFFSET 5000 LIMIT 1));
    END IF;
    IF rank > 0 AND newest IS NOT NULL AND cardinality(part) < missing THEN
      part := search_indexed(of_kind, in_locale, at, terms, whole, rank, newest, missing);
    END IF;
    IF cardinality(part) < missing THEN
      part := search_indexed(of_kind, in_locale, at, terms, whole, rank, NULL, missing);
    END IF;
    found := found || part;
  END LOOP;
  RETURN found;
END $$;

-- A page of what is found of one kind, best rank and newest first, and how much is found, counted up to `most`; one row
-- without a record where the page is empty. Its settings are for what it asks alone. Plans do not depend on the words and
-- are kept: making one takes longer than carrying it out. Compiling would too, and a bitmap that does not fit makes the
-- database work out the grams of whole pages of texts.
CREATE FUNCTION search_found(of_kind text, in_locale text, at timestamptz, terms text[], whole text, most integer,
  skip integer, amount integer)
RETURNS TABLE (total integer, record_id uuid, locale text, path text, title text, content text, dated_at timestamptz)
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET max_parallel_workers_per_gather = 0 SET jit = off
SET work_mem = '64MB' AS $$
DECLARE
  wanted bigint[] := search_wanted(terms, of_kind, 2);
  is_said boolean := search_is_said(terms);
  -- So many are looked at and sorted; where there are more, it is found otherwise what comes first.
  few integer := most + 100;
  met integer;
  found uuid[];
BEGIN
  -- Common words are seen in the sample; long ones by reading texts, which is done where it may tell something.
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
    -- Many of the words, few of what is shown.
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

-- As the version before asks, which may still be serving while this one starts.
DROP FUNCTION search_newest, search_from, search_contains, search_reach, search_wanted(text[]), search_grams(text);
CREATE OR REPLACE FUNCTION search_total(of_kind text, in_locale text, at timestamptz, terms text[], most integer)
RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT total FROM search_found(of_kind, in_locale, at, terms, '', most, 0, 0));
END $$;
CREATE OR REPLACE FUNCTION search_page(of_kind text, in_locale text, at timestamptz, terms text[], whole text, is_rare boolean,
  skip integer, amount integer)
RETURNS TABLE (record_id uuid, locale text, path text, title text, content text, dated_at timestamptz) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT found.record_id, found.locale, found.path, found.title, found.content, found.dated_at
    FROM search_found(of_kind, in_locale, at, terms, whole, 1, skip, amount) AS found WHERE found.record_id IS NOT NULL;
END $$;
