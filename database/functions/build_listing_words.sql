-- Search keys of a product: names, makers and summaries in all languages, and the initial consonants of the Korean
-- name.
CREATE OR REPLACE FUNCTION build_listing_words(good shop_goods) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(E'\n', string_agg(search_key(text), E'\n'), extract_initial_consonants(search_key(good.name ->> 'ko')))
  FROM unnest(ARRAY[good.name, good.maker, good.summary]) AS translated, jsonb_each_text(translated) AS said (locale, text)
$$;
