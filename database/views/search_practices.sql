-- Practices that have a page.
CREATE OR REPLACE VIEW search_practices AS
  SELECT practice.id AS record_id, locale, 'practice' AS kind, practice.path,
    practice.title ->> locale AS title, NULL::text AS aliases,
    concat_ws(E'\n', practice.summary ->> locale, search_plain(search_texts_in(practice.blocks, locale))) AS content,
    -practice.position::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    array_remove(ARRAY[practice.picture], NULL) AS pictures, practice.updated_at AS changed_at
  FROM practices AS practice, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE practice.visible AND practice.path LIKE '/%' AND search_translated(locale, practice.title, practice.summary);
SELECT search_index('search_practices');
