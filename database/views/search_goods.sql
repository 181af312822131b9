-- Products of the shop.
CREATE OR REPLACE VIEW search_goods AS
  SELECT good.id AS record_id, locale, 'good' AS kind, '/shop/products/' || good.id AS path,
    good.name ->> locale AS title,
    concat_ws(E'\n', good.name ->> 'ko', good.maker ->> locale, good.maker ->> 'ko') AS aliases,
    concat_ws(E'\n', coalesce(nullif(good.summary ->> locale, ''), good.summary ->> 'ko'), good.story ->> locale,
      collect_texts_in_language(good.facts, locale), good.award ->> locale) AS content,
    (extract(epoch FROM good.created_at) * 1000)::bigint AS place, NULL::timestamptz AS dated_at,
    coalesce(good.show_from, '-infinity')::timestamptz AS show_from, good.show_to::timestamptz AS show_to,
    ARRAY(SELECT picture::uuid FROM jsonb_array_elements_text(good.pictures) AS picture) AS pictures,
    good.updated_at AS changed_at
  FROM shop_goods AS good, unnest(ARRAY['ko', 'en', 'cn']) AS locale
  WHERE good.visible AND is_fully_translated(locale, good.name);
SELECT update_search_entries('search_goods');
