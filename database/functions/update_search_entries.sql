-- Updates the search entries of one record from its view, or of all records if none is given.
CREATE OR REPLACE FUNCTION update_search_entries(source text, record uuid DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Serialises changes of one record; the statements below then read the committed state.
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
      SELECT *, concat_ws(E'\n', key, extract_initial_consonants(key),
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
