-- Products of Match, if visitors can open them: at a public fair, of a seller approved there.
CREATE OR REPLACE VIEW search_products AS
  SELECT product.id AS record_id, locale, 'product' AS kind, '/match/products/' || product.id AS path,
    product.name ->> locale AS title, product.name ->> 'ko' AS aliases,
    concat_ws(' ', coalesce(profile.names ->> locale, company.name), product.ingredients ->> locale,
      product.color ->> locale, product.features ->> locale, product.method ->> locale) AS content,
    product.year::bigint AS place, NULL::timestamptz AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    ARRAY(SELECT picture::uuid FROM jsonb_array_elements_text(product.pictures) AS picture) AS pictures,
    product.updated_at AS changed_at
  FROM match_products AS product
    JOIN match_profiles AS profile ON profile.id = product.profile_id
    JOIN companies AS company ON company.id = profile.company_id,
    unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE product.visible AND is_fully_translated(locale, product.name) AND EXISTS (
    SELECT FROM fair_products AS shown
      JOIN participations AS part ON part.fair_id = shown.fair_id AND part.profile_id = shown.profile_id
      JOIN fairs AS fair ON fair.id = shown.fair_id
    WHERE shown.product_id = product.id AND part.state = 'approved' AND fair.visible AND fair.phase <> 'draft');
SELECT update_search_entries('search_products');
