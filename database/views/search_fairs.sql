-- Fairs of Match.
CREATE OR REPLACE VIEW search_fairs AS
  SELECT fair.id AS record_id, locale, 'fair' AS kind, '/match/fairs/' || fair.id AS path,
    fair.title ->> locale AS title, fair.title ->> 'ko' AS aliases,
    concat_ws(' ', fair.summary ->> locale, fair.venue ->> locale, strip_html(fair.body ->> locale)) AS content,
    (extract(epoch FROM fair.starts_at) * 1000)::bigint AS place, fair.starts_at AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    ARRAY(SELECT thumb::uuid FROM jsonb_array_elements_text(fair.thumbs) AS thumb) AS pictures, fair.updated_at AS changed_at
  FROM fairs AS fair, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE fair.visible AND fair.phase <> 'draft' AND is_fully_translated(locale, fair.title);
SELECT update_search_entries('search_fairs');
