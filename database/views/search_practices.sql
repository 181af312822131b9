-- Practices that have a page.
CREATE OR REPLACE VIEW search_practices AS
  SELECT practice.id AS record_id, locale, 'practice' AS kind, practice.path,
    practice.title ->> locale AS title, NULL::text AS aliases,
    concat_ws(E'\n', practice.summary ->> locale, strip_html(collect_texts_in_language(practice.blocks, locale))) AS content,
    -practice.position::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    array_remove(ARRAY[practice.picture], NULL) AS pictures, practice.updated_at AS changed_at
  FROM practices AS practice, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE practice.visible AND practice.path LIKE '/%' AND is_fully_translated(locale, practice.title, practice.summary);
SELECT update_search_entries('search_practices');
