-- Updates the row of a product in `shop_listings`, or all rows if none is given.
CREATE OR REPLACE FUNCTION update_listings(of_good uuid DEFAULT NULL) RETURNS void LANGUAGE sql AS $$
  INSERT INTO shop_listings AS existing (good_id, category_id, visible, show_from, show_to, price, discount, discount_from,
    discount_to, awarded, created_at, words)
  SELECT id, category_id, visible, show_from, show_to, price, discount, discount_from, discount_to,
    coalesce(award ->> 'ko', '') <> '', created_at, build_listing_words(good)
  FROM shop_goods AS good WHERE of_good IS NULL OR id = of_good
  ON CONFLICT (good_id) DO UPDATE SET category_id = excluded.category_id, visible = excluded.visible,
    show_from = excluded.show_from, show_to = excluded.show_to, price = excluded.price, discount = excluded.discount,
    discount_from = excluded.discount_from, discount_to = excluded.discount_to, awarded = excluded.awarded,
    created_at = excluded.created_at, words = excluded.words
$$;
