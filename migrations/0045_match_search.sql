-- What the search finds of Match, and the site map lists: fairs, products and sellers. Views and triggers are as in 0007.

CREATE VIEW search_fairs AS
  SELECT fair.id AS record_id, locale, 'fair' AS kind, '/match/fairs/' || fair.id AS path,
    fair.title ->> locale AS title, fair.title ->> 'ko' AS aliases,
    concat_ws(' ', fair.summary ->> locale, fair.venue ->> locale, search_plain(fair.body ->> locale)) AS content,
    (extract(epoch FROM fair.starts_at) * 1000)::bigint AS place, fair.starts_at AS dated_at,
    '-infinity'::timestamptz AS show_from, NULL::timestamptz AS show_to,
    ARRAY(SELECT thumb::uuid FROM jsonb_array_elements_text(fair.thumbs) AS thumb) AS pictures, fair.updated_at AS changed_at
  FROM fairs AS fair, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE fair.visible AND fair.phase <> 'draft' AND search_translated(locale, fair.title);

CREATE VIEW search_products AS
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
  WHERE product.visible AND search_translated(locale, product.name);

-- A seller is found at the latest of the fairs it is in.
CREATE VIEW search_sellers AS
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

CREATE TRIGGER fairs_search AFTER INSERT OR UPDATE OR DELETE ON fairs
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_fairs', 'id');
CREATE TRIGGER match_products_search AFTER INSERT OR UPDATE OR DELETE ON match_products
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_products', 'id');
CREATE TRIGGER match_profiles_search AFTER INSERT OR UPDATE OR DELETE ON match_profiles
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_sellers', 'id');
CREATE TRIGGER participations_search AFTER INSERT OR UPDATE OR DELETE ON participations
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_sellers', 'profile_id');

-- What a fair or a company says of itself is told of the records that name it.
CREATE FUNCTION search_match_others() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'fairs' THEN
    PERFORM search_index('search_sellers', profile_id) FROM participations WHERE fair_id = NEW.id;
  ELSIF TG_TABLE_NAME = 'match_profiles' THEN
    PERFORM search_index('search_products', id) FROM match_products WHERE profile_id = NEW.id;
  ELSE
    PERFORM search_index('search_sellers', id) FROM match_profiles WHERE company_id = NEW.id;
    PERFORM search_index('search_products', product.id) FROM match_products AS product
      JOIN match_profiles AS profile ON profile.id = product.profile_id WHERE profile.company_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fairs_search_sellers AFTER UPDATE OF visible, phase, starts_at ON fairs
  FOR EACH ROW EXECUTE FUNCTION search_match_others();
CREATE TRIGGER match_profiles_search_products AFTER UPDATE OF names ON match_profiles
  FOR EACH ROW EXECUTE FUNCTION search_match_others();
CREATE TRIGGER companies_search_match AFTER UPDATE OF name, category, address ON companies
  FOR EACH ROW EXECUTE FUNCTION search_match_others();

SELECT search_index('search_fairs');
SELECT search_index('search_products');
SELECT search_index('search_sellers');
