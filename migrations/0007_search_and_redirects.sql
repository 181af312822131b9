-- What the search finds and the site map lists, and where pages went that have another address now.

-- ── Search ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- A text as the search compares it: composed, small letters, one space between words and none beside a Korean, Chinese
-- or Japanese character, so that 하자 보수 and 하자보수 are the same. Everything else separates words. `searchKey` in
-- src/modules/search/rules.ts says the same; a test compares the two.
CREATE FUNCTION search_key(content text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    regexp_replace(lower(normalize(content, NFC) COLLATE "C"), '[^a-z0-9À-ɏぁ-ヿㄱ-ㅣ㐀-鿿가-힣]+', ' ', 'g'),
    '([ぁ-ヿㄱ-ㅣ㐀-鿿가-힣]) | (?=[ぁ-ヿㄱ-ㅣ㐀-鿿가-힣])', '\1', 'g'))
$$;

-- Each syllable of a key by its first consonant: 하자보수 → ㅎㅈㅂㅅ.
CREATE FUNCTION search_initials(key text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(
    CASE WHEN ascii(letter) BETWEEN ascii('가') AND ascii('힣')
      THEN substr('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ', (ascii(letter) - ascii('가')) / 588 + 1, 1) ELSE letter END, '' ORDER BY place), '')
  FROM unnest(string_to_array(key, NULL)) WITH ORDINALITY AS letters (letter, place)
$$;

-- The text of sanitised HTML.
CREATE FUNCTION search_plain(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    replace(replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(html, '</?(b|strong|em|i|u|s|a|sub|sup|code)( [^>]*)?>', '', 'gi'), '<[^>]*>', ' ', 'g'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'),
    '\s+', ' ', 'g'))
$$;

-- Every text within a JSON value, without the names of its fields.
CREATE FUNCTION search_texts(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(part #>> '{}', ' ') FROM jsonb_path_query(value, 'strict $.** ? (@.type() == "string")') AS part
$$;

-- Every text of one language within a JSON value of translations at any depth.
CREATE FUNCTION search_texts_in(value jsonb, locale text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(part #>> '{}', ' ') FROM jsonb_path_query(value,
    format('strict $.** ? (@.type() == "object" && exists (@.%1$s)).%1$s ? (@.type() == "string")', locale)::jsonpath) AS part
$$;

-- One, two and three letters in a row, without those across a space or a line, as numbers: 21 bits a letter, the first
-- the lowest. Numbers, since an index of them is built and read faster than one of texts. The cost keeps the planner
-- from working it out for row after row where an index has it.
CREATE FUNCTION search_grams(words text) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100000 AS $$
  SELECT coalesce(array_agg(a) FILTER (WHERE a > 32), '{}')
    || coalesce(array_agg(a | (b << 21)) FILTER (WHERE a > 32 AND b > 32), '{}')
    || coalesce(array_agg(a | (b << 21) | (c << 42)) FILTER (WHERE a > 32 AND b > 32 AND c > 32), '{}')
  FROM (SELECT ARRAY(SELECT ascii(letter)::bigint FROM unnest(string_to_array(words, NULL)) AS letter) AS codes) AS text,
    LATERAL unnest(codes, codes[2:], codes[3:]) AS row (a, b, c)
$$;

-- What every text has that contains these words: the longest rows of letters of each, 24 at most; the text decides.
CREATE FUNCTION search_wanted(terms text[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (array_agg(DISTINCT gram))[:24] FROM unnest(terms) AS term, unnest(search_grams(term)) AS gram
  WHERE gram >= 1::bigint << (21 * (least(char_length(term), 3) - 1))
$$;

-- One language of one record that can be found. Filled by the rows' own triggers, in the transaction of the change;
-- whether it is shown is asked when somebody looks.
CREATE TABLE search_entries (
  record_id uuid NOT NULL,
  locale text NOT NULL CHECK (locale IN ('ko', 'en', 'cn')),
  kind text NOT NULL,
  -- Address without a language.
  path text NOT NULL,
  title text NOT NULL,
  -- Key of the title.
  title_key text NOT NULL,
  -- Lines: key of the title, its initials, keys of other names.
  heading text NOT NULL,
  -- Plain text beneath the title, as written.
  content text NOT NULL,
  -- Heading and key of the content.
  words text NOT NULL,
  -- Greater comes first.
  place bigint NOT NULL,
  dated_at timestamptz(3),
  show_from timestamptz NOT NULL,
  show_to timestamptz,
  pictures uuid[] NOT NULL DEFAULT '{}',
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (record_id, locale)
);
-- The long texts lie beside the table, so that a walk over its rows stays short.
ALTER TABLE search_entries SET (toast_tuple_target = 128);
CREATE INDEX search_entries_order ON search_entries (kind, place DESC, record_id DESC);
CREATE INDEX search_entries_title ON search_entries (title_key);
CREATE INDEX search_entries_from ON search_entries (show_from);
CREATE INDEX search_entries_to ON search_entries (show_to) WHERE show_to IS NOT NULL;
CREATE INDEX search_entries_heading ON search_entries USING gin (search_grams(heading)) WITH (fastupdate = off);
CREATE INDEX search_entries_words ON search_entries USING gin (search_grams(words)) WITH (fastupdate = off);
-- No statistics of them: gathering would take the grams of thousands of texts each time.
ALTER INDEX search_entries_heading ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX search_entries_words ALTER COLUMN 1 SET STATISTICS 0;

-- Kinds. A view says what of a table can be found: one row a record and language, `aliases` being other names of it in
-- lines, or null. Then come the triggers of every table it reads.

-- Address of a post; null on boards that have no page.
CREATE FUNCTION post_path(code text, slug text, id uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE code WHEN 'news' THEN '/story/' WHEN 'project' THEN '/project/' END || coalesce(slug, id::text)
$$;

CREATE VIEW search_posts AS
  SELECT post.id AS record_id, text.locale, CASE post.code WHEN 'project' THEN 'project' ELSE 'story' END AS kind,
    post_path(post.code, post.slug, post.id) AS path, text.subject AS title, NULL::text AS aliases,
    concat_ws(' ', text.summary, search_plain(text.body), search_texts(text.facts)) AS content,
    (extract(epoch FROM text.publish_from) * 1000)::bigint AS place, text.publish_from AS dated_at,
    text.publish_from AS show_from, text.publish_to AS show_to,
    array_remove(ARRAY[post.thumb], NULL) AS pictures, greatest(post.updated_at, text.updated_at) AS changed_at
  FROM posts AS post JOIN post_texts AS text ON text.post_id = post.id
  WHERE text.state = 'published' AND post.trashed_at IS NULL AND post_path(post.code, post.slug, post.id) IS NOT NULL;

-- A record with all its texts in one row is shown in a language where none of them is missing in it.
CREATE FUNCTION search_translated(locale text, VARIADIC texts jsonb[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT bool_and(coalesce(text ->> 'ko', '') = '' OR coalesce(text ->> locale, '') <> '')
  FROM unnest(texts) AS text
$$;

CREATE VIEW search_lawyers AS
  SELECT lawyer.id AS record_id, locale, 'lawyer' AS kind, '/introduction/lawyer/' || lawyer.key AS path,
    lawyer.title ->> locale AS title, concat_ws(E'\n', lawyer.title_en, lawyer.title ->> 'ko') AS aliases,
    concat_ws(' ', search_plain(lawyer.comment ->> locale), search_plain(lawyer.greeting ->> locale), search_texts(coalesce(lawyer.info -> locale, lawyer.info -> 'ko'))) AS content,
    -lawyer.position::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    array_remove(ARRAY[lawyer.picture], NULL) AS pictures, lawyer.updated_at AS changed_at
  FROM lawyers AS lawyer, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE lawyer.visible AND search_translated(locale, lawyer.title, lawyer.comment);

CREATE VIEW search_practices AS
  SELECT practice.id AS record_id, locale, 'practice' AS kind, practice.path,
    practice.title ->> locale AS title, NULL::text AS aliases,
    concat_ws(' ', practice.summary ->> locale, search_plain(search_texts_in(practice.blocks, locale))) AS content,
    -practice.position::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    array_remove(ARRAY[practice.picture], NULL) AS pictures, practice.updated_at AS changed_at
  FROM practices AS practice, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE practice.visible AND practice.path LIKE '/%' AND search_translated(locale, practice.title, practice.summary);

CREATE VIEW search_offices AS
  SELECT office.id AS record_id, locale, 'office' AS kind, '/contact/' || office.key AS path,
    office.title ->> locale AS title, NULL::text AS aliases,
    concat_ws(' ', office.address ->> locale, office.floor ->> locale, office.phone, office.hours ->> locale,
      office.transit ->> locale, office.parking ->> locale) AS content,
    -office.position::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    array_remove(ARRAY[office.picture] || office.photos, NULL) AS pictures, office.updated_at AS changed_at
  FROM offices AS office, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE office.visible AND search_translated(locale, office.title, office.address, office.floor, office.hours);

-- Brings the entries of one record up to date with its view; of all of them where none is named.
CREATE FUNCTION search_index(source text, record uuid DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Who changes the same record at once comes after the other's commit and then reads it.
  IF record IS NOT NULL THEN PERFORM pg_advisory_xact_lock(hashtextextended(record::text, 743201120)); END IF;
  EXECUTE format($query$
    DELETE FROM search_entries AS entry WHERE entry.record_id = $1
      AND NOT EXISTS (SELECT 1 FROM %I AS found WHERE found.record_id = $1 AND found.locale = entry.locale)
  $query$, source) USING record;
  EXECUTE format($query$
    INSERT INTO search_entries AS entry (record_id, locale, kind, path, title, title_key, heading, content, words, place,
      dated_at, show_from, show_to, pictures, changed_at)
    SELECT record_id, locale, kind, path, title, key, heading, content, heading || E'\n' || search_key(content), place,
      dated_at, show_from, show_to, pictures, changed_at
    FROM (
      SELECT *, concat_ws(E'\n', key, search_initials(key),
        (SELECT string_agg(search_key(alias), E'\n') FROM string_to_table(aliases, E'\n') AS alias WHERE search_key(alias) <> key)
      ) AS heading
      FROM (
        SELECT record_id, locale, kind, path, title, search_key(title) AS key, aliases, left(btrim(content), 30000) AS content,
          place, dated_at, show_from, show_to, pictures, changed_at
        FROM %I AS found WHERE $1 IS NULL OR found.record_id = $1 OFFSET 0
      ) AS keyed OFFSET 0
    ) AS named
    ON CONFLICT (record_id, locale) DO UPDATE SET kind = excluded.kind, path = excluded.path, title = excluded.title,
      title_key = excluded.title_key, heading = excluded.heading, content = excluded.content, words = excluded.words,
      place = excluded.place, dated_at = excluded.dated_at, show_from = excluded.show_from, show_to = excluded.show_to,
      pictures = excluded.pictures, changed_at = excluded.changed_at
    WHERE entry.* IS DISTINCT FROM excluded.*
  $query$, source) USING record;
END $$;

-- Arguments: the view, and the column that names the record.
CREATE FUNCTION search_refresh() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  PERFORM search_index(TG_ARGV[0], (changed ->> TG_ARGV[1])::uuid);
  RETURN NULL;
END $$;
-- Not of views, which are counted all day.
CREATE TRIGGER posts_search AFTER UPDATE OF code, slug, thumb, trashed_at OR DELETE ON posts
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_posts', 'id');
CREATE TRIGGER post_texts_search AFTER INSERT OR UPDATE OR DELETE ON post_texts
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_posts', 'post_id');
CREATE TRIGGER lawyers_search AFTER INSERT OR UPDATE OR DELETE ON lawyers
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_lawyers', 'id');
CREATE TRIGGER practices_search AFTER INSERT OR UPDATE OR DELETE ON practices
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_practices', 'id');
CREATE TRIGGER offices_search AFTER INSERT OR UPDATE OR DELETE ON offices
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_offices', 'id');

-- A house that has records already.
SELECT search_index(source) FROM unnest(ARRAY['search_posts', 'search_lawyers', 'search_practices', 'search_offices']) AS source;

-- Finding. $1 kind, $2 and $3 place and record up to which, $4 language, $5 now, $6 words, $7 their grams, $8 all of the
-- words as one key, $9 how many. A record is found in the language it is shown in: Korean where it has no other.
-- What the index says is asked first and by itself: the planner must not weigh it against walking over the rows.
CREATE FUNCTION search_from(grams_of text, condition text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT ' FROM (SELECT * FROM search_entries AS found WHERE found.kind = $1 AND (found.place, found.record_id) >= ($2, $3)'
    || CASE WHEN grams_of IS NULL THEN '' ELSE format(' AND search_grams(found.%I) @> $7 OFFSET 0', grams_of) END
    || $query$) AS entry
      WHERE entry.show_from <= $5 AND (entry.show_to IS NULL OR entry.show_to > $5)
        AND (entry.locale = $4 OR entry.locale = 'ko' AND NOT EXISTS (
          SELECT 1 FROM search_entries AS own WHERE own.record_id = entry.record_id AND own.locale = $4
            AND own.show_from <= $5 AND (own.show_to IS NULL OR own.show_to > $5)))
        AND $query$ || condition
$$;

-- That a text has all words. The index says all there is to say of words of up to three letters.
CREATE FUNCTION search_contains(field text, terms text[], by_grams boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN by_grams AND (SELECT max(char_length(term)) <= 3 FROM unnest(terms) AS term) THEN 'true'
    ELSE format('(SELECT bool_and(strpos(entry.%I, term) > 0) FROM unnest($6) AS term)', field) END
$$;

-- The first row after the newest so many of a kind; nothing when there are not more of them.
CREATE FUNCTION search_reach(of_kind text, amount integer, OUT place bigint, OUT record_id uuid) LANGUAGE sql STABLE AS $$
  SELECT entry.place, entry.record_id FROM search_entries AS entry
  WHERE kind = of_kind AND amount IS NOT NULL ORDER BY entry.place DESC, entry.record_id DESC OFFSET amount LIMIT 1
$$;

-- How many are found of one kind, up to a limit.
CREATE FUNCTION search_total(of_kind text, in_locale text, at timestamptz, terms text[], most integer)
RETURNS integer LANGUAGE plpgsql STABLE AS $$
DECLARE
  -- Few rows are walked over: the index would name those of all kinds.
  by_grams boolean := (SELECT place FROM search_reach(of_kind, 300)) IS NOT NULL;
  total integer;
BEGIN
  EXECUTE 'SELECT count(*) FROM (SELECT 1'
    || search_from(CASE WHEN by_grams THEN 'words' END, search_contains('words', terms, by_grams)) || ' LIMIT $9) AS found'
    INTO total USING of_kind, -9223372036854775807, '00000000-0000-0000-0000-000000000000'::uuid, in_locale, at, terms,
      search_wanted(terms), NULL::text, most;
  RETURN total;
END $$;

-- The first so many records of a kind that have all words in their heading, or only in their content, newest first.
-- What is rare is found by the index and sorted. What is common is met among the newest rows; what is neither, by the
-- index in the newest part: so nothing is sorted that is not shown.
CREATE FUNCTION search_newest(of_kind text, in_locale text, at timestamptz, terms text[], whole text, is_rare boolean,
  by_heading boolean, amount integer)
RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  field text := CASE WHEN by_heading THEN 'heading' ELSE 'words' END;
  beside text := CASE WHEN by_heading THEN ' AND entry.title_key <> $8'
    ELSE ' AND NOT ' || search_contains('heading', terms, false) END;
  is_few boolean := (SELECT place FROM search_reach(of_kind, 300)) IS NULL;
  reaches integer[] := CASE WHEN is_few THEN ARRAY[300] WHEN is_rare THEN ARRAY[NULL::integer]
    WHEN by_heading THEN ARRAY[2000, NULL] ELSE ARRAY[300, 5000, NULL] END;
  last record;
  by_grams boolean;
  found uuid[];
BEGIN
  FOR step IN 1 .. cardinality(reaches) LOOP
    by_grams := NOT is_few AND (is_rare OR step > 1);
    SELECT * INTO last FROM search_reach(of_kind, reaches[step]);
    EXECUTE 'SELECT array_agg(record_id) FROM (SELECT entry.record_id'
      || search_from(CASE WHEN by_grams THEN field END, search_contains(field, terms, by_grams) || beside)
      || ' ORDER BY entry.place DESC, entry.record_id DESC LIMIT $9) AS first'
      INTO found USING of_kind, coalesce(last.place, -9223372036854775807),
        coalesce(last.record_id, '00000000-0000-0000-0000-000000000000'), in_locale, at, terms, search_wanted(terms),
        whole, amount;
    EXIT WHEN last.place IS NULL OR cardinality(found) >= amount;
  END LOOP;
  RETURN coalesce(found, '{}');
END $$;

-- A page of what is found of one kind: titles that are the words, then those that have them, then contents that have them.
CREATE FUNCTION search_page(of_kind text, in_locale text, at timestamptz, terms text[], whole text, is_rare boolean,
  skip integer, amount integer)
RETURNS TABLE (record_id uuid, locale text, path text, title text, content text, dated_at timestamptz) LANGUAGE plpgsql STABLE AS $$
DECLARE
  needed integer := skip + amount;
  found uuid[];
BEGIN
  EXECUTE 'SELECT array_agg(record_id) FROM (SELECT entry.record_id' || search_from(NULL, 'entry.title_key = $8')
    || ' ORDER BY entry.place DESC, entry.record_id DESC LIMIT $9) AS first'
    INTO found USING of_kind, -9223372036854775807, '00000000-0000-0000-0000-000000000000'::uuid, in_locale, at, terms,
      NULL::bigint[], whole, needed;
  found := coalesce(found, '{}');
  IF cardinality(found) < needed THEN
    found := found || search_newest(of_kind, in_locale, at, terms, whole, is_rare, true, needed - cardinality(found));
  END IF;
  IF cardinality(found) < needed THEN
    found := found || search_newest(of_kind, in_locale, at, terms, whole, is_rare, false, needed - cardinality(found));
  END IF;
  RETURN QUERY
    SELECT shown.record_id, shown.locale, shown.path, shown.title, shown.content, shown.dated_at
    FROM unnest(found[skip + 1 : needed]) WITH ORDINALITY AS wanted (id, rank)
    CROSS JOIN LATERAL (
      SELECT * FROM search_entries AS entry
      WHERE entry.record_id = wanted.id AND entry.locale IN (in_locale, 'ko')
        AND entry.show_from <= at AND (entry.show_to IS NULL OR entry.show_to > at)
      ORDER BY entry.locale = in_locale DESC LIMIT 1
    ) AS shown
    ORDER BY wanted.rank;
END $$;

-- ── Redirects ───────────────────────────────────────────────────────────────────────────────────────────────────

-- Addresses without a language, decoded. What leads on leads there at once: no redirect ends where another begins.
CREATE TABLE redirects (
  id uuid PRIMARY KEY,
  from_path text NOT NULL UNIQUE CHECK (from_path ~ '^/.'),
  to_path text,
  status integer NOT NULL DEFAULT 301 CHECK (status IN (301, 308, 410)),
  -- Made because a record got another address.
  automatic boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT redirects_to_path CHECK ((status = 410) = (to_path IS NULL)),
  CONSTRAINT redirects_self CHECK (to_path IS DISTINCT FROM from_path)
);
CREATE INDEX redirects_to ON redirects (to_path) WHERE to_path IS NOT NULL;
CREATE TRIGGER redirects_cache AFTER INSERT OR UPDATE OR DELETE ON redirects FOR EACH ROW EXECUTE FUNCTION notify_cache('redirects');

-- One writer at a time until its commit; two who cannot see each other would make a chain or a loop.
CREATE FUNCTION lock_redirects() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(743201121) $$;

-- Leads a new target on to where it has gone itself; refuses one that comes back.
CREATE FUNCTION redirects_flatten() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  onward redirects;
BEGIN
  SELECT * INTO onward FROM redirects WHERE from_path = NEW.to_path AND id <> NEW.id;
  IF FOUND THEN
    IF onward.to_path = NEW.from_path THEN
      RAISE EXCEPTION '% and % lead to each other', NEW.from_path, NEW.to_path
        USING ERRCODE = 'check_violation', TABLE = 'redirects', CONSTRAINT = 'redirects_loop';
    END IF;
    NEW.to_path := onward.to_path;
    NEW.status := CASE WHEN onward.to_path IS NULL THEN 410 ELSE NEW.status END;
  END IF;
  RETURN NEW;
END $$;

-- Leads what ended at the address of a redirect on to its target.
CREATE FUNCTION redirects_lead_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE redirects SET to_path = NEW.to_path, status = CASE WHEN NEW.to_path IS NULL THEN 410 ELSE status END,
    updated_at = greatest(now(), updated_at + interval '1 millisecond')
    WHERE to_path = NEW.from_path;
  RETURN NULL;
END $$;
CREATE FUNCTION redirects_one_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_redirects();
  RETURN NULL;
END $$;
-- Before the statement: what it reads is read with the lock held.
CREATE TRIGGER redirects_one_writer BEFORE INSERT OR UPDATE ON redirects FOR EACH STATEMENT EXECUTE FUNCTION redirects_one_writer();
CREATE TRIGGER redirects_flatten BEFORE INSERT OR UPDATE OF from_path, to_path ON redirects FOR EACH ROW EXECUTE FUNCTION redirects_flatten();
CREATE TRIGGER redirects_lead_on AFTER INSERT OR UPDATE OF from_path, to_path ON redirects FOR EACH ROW EXECUTE FUNCTION redirects_lead_on();

-- Remembers that a page has another address now.
CREATE FUNCTION redirects_remember(old_path text, new_path text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF old_path IS NULL OR new_path IS NULL OR old_path = new_path THEN RETURN; END IF;
  PERFORM lock_redirects();
  -- A page stands there again.
  DELETE FROM redirects WHERE from_path = new_path;
  INSERT INTO redirects (id, from_path, to_path, automatic) VALUES (gen_random_uuid(), old_path, new_path, true)
    ON CONFLICT (from_path) DO UPDATE SET to_path = excluded.to_path, status = 301, automatic = true,
      updated_at = greatest(now(), redirects.updated_at + interval '1 millisecond');
END $$;

-- Arguments: what stands before the column in the address, and the column.
CREATE FUNCTION redirects_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM redirects_remember(TG_ARGV[0] || (to_jsonb(OLD) ->> TG_ARGV[1]), TG_ARGV[0] || (to_jsonb(NEW) ->> TG_ARGV[1]));
  RETURN NULL;
END $$;
CREATE TRIGGER lawyers_redirects AFTER UPDATE OF key ON lawyers FOR EACH ROW EXECUTE FUNCTION redirects_follow('/introduction/lawyer/', 'key');
CREATE TRIGGER offices_redirects AFTER UPDATE OF key ON offices FOR EACH ROW EXECUTE FUNCTION redirects_follow('/contact/', 'key');
CREATE TRIGGER practices_redirects AFTER UPDATE OF path ON practices FOR EACH ROW EXECUTE FUNCTION redirects_follow('', 'path');

-- Only of a post that has been shown: nobody knows the address of a draft.
CREATE FUNCTION redirects_follow_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM post_texts WHERE post_id = NEW.id AND publish_from <= now()) THEN
    PERFORM redirects_remember(post_path(OLD.code, OLD.slug, OLD.id), post_path(NEW.code, NEW.slug, NEW.id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER posts_redirects AFTER UPDATE OF slug, code ON posts FOR EACH ROW EXECUTE FUNCTION redirects_follow_post();

-- Whoever looks after the settings looks after redirects too, in a house that has its levels already.
UPDATE levels SET scopes = array_append(scopes, 'console:redirects')
  WHERE 'console:setting' = ANY (scopes) AND NOT 'console:redirects' = ANY (scopes);
