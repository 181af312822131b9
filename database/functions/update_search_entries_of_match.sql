-- Updates search entries of records that show names of the changed fair, company or participation. Always in one
-- order, to avoid deadlocks.
CREATE OR REPLACE FUNCTION update_search_entries_of_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'fairs' THEN
    PERFORM update_search_entries('search_sellers', profile_id) FROM participations WHERE fair_id = NEW.id;
    -- A fair has hundreds of products, and every save lists these columns.
    IF (OLD.visible AND OLD.phase <> 'draft') <> (NEW.visible AND NEW.phase <> 'draft') THEN
      PERFORM update_search_entries('search_products', product_id)
        FROM (SELECT product_id FROM fair_products WHERE fair_id = NEW.id ORDER BY product_id) AS shown;
    END IF;
  ELSIF TG_TABLE_NAME = 'participations' THEN
    PERFORM update_search_entries('search_products', product_id) FROM (
      SELECT product_id FROM fair_products WHERE fair_id = NEW.fair_id AND profile_id = NEW.profile_id ORDER BY product_id
    ) AS shown;
  ELSIF TG_TABLE_NAME = 'match_profiles' THEN
    PERFORM update_search_entries('search_products', id)
      FROM (SELECT id FROM match_products WHERE profile_id = NEW.id ORDER BY id) AS changed;
  ELSE
    PERFORM update_search_entries('search_sellers', id) FROM match_profiles WHERE company_id = NEW.id;
    PERFORM update_search_entries('search_products', id) FROM (
      SELECT product.id FROM match_products AS product JOIN match_profiles AS profile ON profile.id = product.profile_id
      WHERE profile.company_id = NEW.id ORDER BY product.id) AS changed;
  END IF;
  RETURN NULL;
END $$;
