-- A product is found where visitors can open it: in a public fair, of a seller that was approved there.

CREATE INDEX fair_products_product ON fair_products (product_id);

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
  WHERE product.visible AND search_translated(locale, product.name) AND EXISTS (
    SELECT FROM fair_products AS shown
      JOIN participations AS part ON part.fair_id = shown.fair_id AND part.profile_id = shown.profile_id
      JOIN fairs AS fair ON fair.id = shown.fair_id
    WHERE shown.product_id = product.id AND part.state = 'approved' AND fair.visible AND fair.phase <> 'draft');

-- A participation that is decided and a fair that is shown bring their products to the search; always in one order, so
-- that two who change at once wait for each other and do not meet head-on.
CREATE OR REPLACE FUNCTION search_match_others() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'fairs' THEN
    PERFORM search_index('search_sellers', profile_id) FROM participations WHERE fair_id = NEW.id;
    -- A fair has hundreds of products, and each of its saves names these columns.
    IF (OLD.visible AND OLD.phase <> 'draft') <> (NEW.visible AND NEW.phase <> 'draft') THEN
      PERFORM search_index('search_products', product_id)
        FROM (SELECT product_id FROM fair_products WHERE fair_id = NEW.id ORDER BY product_id) AS shown;
    END IF;
  ELSIF TG_TABLE_NAME = 'participations' THEN
    PERFORM search_index('search_products', product_id) FROM (
      SELECT product_id FROM fair_products WHERE fair_id = NEW.fair_id AND profile_id = NEW.profile_id ORDER BY product_id
    ) AS shown;
  ELSIF TG_TABLE_NAME = 'match_profiles' THEN
    PERFORM search_index('search_products', id)
      FROM (SELECT id FROM match_products WHERE profile_id = NEW.id ORDER BY id) AS own;
  ELSE
    PERFORM search_index('search_sellers', id) FROM match_profiles WHERE company_id = NEW.id;
    PERFORM search_index('search_products', id) FROM (
      SELECT product.id FROM match_products AS product JOIN match_profiles AS profile ON profile.id = product.profile_id
      WHERE profile.company_id = NEW.id ORDER BY product.id) AS own;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER participations_search_products AFTER UPDATE OF state ON participations
  FOR EACH ROW WHEN (NEW.state IS DISTINCT FROM OLD.state) EXECUTE FUNCTION search_match_others();

-- Who decides on the seller, or shows the fair, while a product is brought there does not see its row yet: this waits for
-- their commit, and they wait for this one.
CREATE FUNCTION fair_products_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM fairs WHERE id = NEW.fair_id FOR SHARE;
  PERFORM FROM participations WHERE fair_id = NEW.fair_id AND profile_id = NEW.profile_id FOR SHARE;
  RETURN NEW;
END $$;
CREATE TRIGGER fair_products_hold BEFORE INSERT ON fair_products FOR EACH ROW EXECUTE FUNCTION fair_products_hold();
CREATE TRIGGER fair_products_search AFTER INSERT OR DELETE ON fair_products
  FOR EACH ROW EXECUTE FUNCTION search_refresh('search_products', 'product_id');

-- Products that were written hidden and shown later are in no fair.
INSERT INTO fair_products (fair_id, profile_id, product_id)
  SELECT part.fair_id, part.profile_id, product.id
  FROM participations AS part JOIN fairs ON fairs.id = part.fair_id
    JOIN match_products AS product ON product.profile_id = part.profile_id
  WHERE fairs.phase <> 'expired' AND product.visible
  ON CONFLICT DO NOTHING;

-- What was found before and cannot be opened.
DELETE FROM search_entries AS entry WHERE kind = 'product'
  AND NOT EXISTS (SELECT FROM search_products AS found WHERE found.record_id = entry.record_id AND found.locale = entry.locale);
SELECT search_index('search_products');
