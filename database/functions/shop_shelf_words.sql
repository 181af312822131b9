-- Search keys of a product.
CREATE OR REPLACE FUNCTION shop_shelf_words(good shop_goods) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(E'\n', string_agg(search_key(text), E'\n'), search_initials(search_key(good.name ->> 'ko')))
  FROM unnest(ARRAY[good.name, good.maker, good.summary]) AS translated, jsonb_each_text(translated) AS said (locale, text)
$$;
