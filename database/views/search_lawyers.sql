-- Lawyers of the firm.
CREATE OR REPLACE VIEW search_lawyers AS
  SELECT lawyer.id AS record_id, locale, 'lawyer' AS kind, '/introduction/lawyer/' || lawyer.key AS path,
    lawyer.title ->> locale AS title, concat_ws(E'\n', lawyer.title_en, lawyer.title ->> 'ko') AS aliases,
    concat_ws(E'\n', strip_html(lawyer.comment ->> locale), strip_html(lawyer.greeting ->> locale), collect_texts(coalesce(lawyer.info -> locale, lawyer.info -> 'ko'))) AS content,
    -lawyer.position::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    array_remove(ARRAY[lawyer.picture], NULL) AS pictures, lawyer.updated_at AS changed_at
  FROM lawyers AS lawyer, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE lawyer.visible AND is_fully_translated(locale, lawyer.title, lawyer.comment);
SELECT update_search_entries('search_lawyers');
