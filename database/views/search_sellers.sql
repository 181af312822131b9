-- Sellers of Match, at the latest of their fairs.
CREATE OR REPLACE VIEW search_sellers AS
  SELECT profile.id AS record_id, locale, 'seller' AS kind,
    '/match/fairs/' || shown.fair_id || '/sellers/' || profile.id AS path,
    coalesce(nullif(profile.names ->> locale, ''), company.name) AS title, company.name AS aliases,
    concat_ws(' ', company.category, company.address, profile.introduction ->> locale) AS content,
    (extract(epoch FROM shown.starts_at) * 1000)::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    '{}'::uuid[] AS pictures, profile.updated_at AS changed_at
  FROM match_profiles AS profile
    JOIN companies AS company ON company.id = profile.company_id
    JOIN LATERAL (
      SELECT part.fair_id, fair.starts_at FROM participations AS part JOIN fairs AS fair ON fair.id = part.fair_id
      WHERE part.profile_id = profile.id AND part.state = 'approved' AND fair.visible AND fair.phase <> 'draft'
      ORDER BY fair.starts_at DESC, fair.id LIMIT 1
    ) AS shown ON true,
    unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE profile.role = 'seller';
SELECT update_search_entries('search_sellers');
