-- Notices of the customer centre.
CREATE OR REPLACE VIEW search_notifications AS
  SELECT notice.id AS record_id, locale, 'notice' AS kind, '/center/notices/' || notice.id AS path,
    notice.title ->> locale AS title, NULL::text AS aliases, strip_html(notice.body ->> locale) AS content,
    (extract(epoch FROM coalesce(notice.start_at, notice.created_at)) * 1000)::bigint AS place,
    coalesce(notice.start_at, notice.created_at) AS dated_at,
    coalesce(notice.start_at, '-infinity'::timestamptz) AS show_from, notice.end_at AS show_to,
    ARRAY[]::uuid[] AS pictures, notice.updated_at AS changed_at
  FROM notifications AS notice, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE notice.visible AND is_fully_translated(locale, notice.title, notice.body);
SELECT update_search_entries('search_notifications');
