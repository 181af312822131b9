-- Recounts `sought` (pieces sold and bookmarks) for products with activity since a time; without one, for one of
-- sixteen parts or for all. Invalidates the cache if anything changed and returns the number of changes.
CREATE OR REPLACE FUNCTION update_popularity_of_listings(since timestamptz DEFAULT NULL, part integer DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  changed integer;
BEGIN
  WITH affected AS (
    SELECT good_id AS id FROM shop_listings WHERE since IS NULL AND (part IS NULL OR get_byte(uuid_send(good_id), 15) % 16 = part)
    UNION
    SELECT line.good_id FROM shop_orders AS shop_order JOIN shop_order_lines AS line ON line.order_id = shop_order.id
      WHERE shop_order.updated_at >= since AND line.good_id IS NOT NULL
    UNION
    SELECT record_id FROM bookmarks WHERE kind = 'good' AND created_at >= since
  ), sold AS (
    SELECT line.good_id AS id, sum(line.quantity) AS pieces
    FROM shop_order_lines AS line JOIN shop_orders AS shop_order ON shop_order.id = line.order_id AND shop_order.state <> 'cancelled'
    WHERE line.good_id IN (SELECT id FROM affected)
    GROUP BY line.good_id
  ), marked AS (
    SELECT record_id AS id, count(*) AS marks FROM bookmarks
    WHERE kind = 'good' AND record_id IN (SELECT id FROM affected) GROUP BY record_id
  )
  UPDATE shop_listings AS listing SET sought = coalesce(sold.pieces, 0) + coalesce(marked.marks, 0)
  FROM affected LEFT JOIN sold ON sold.id = affected.id LEFT JOIN marked ON marked.id = affected.id
  WHERE listing.good_id = affected.id AND listing.sought <> coalesce(sold.pieces, 0) + coalesce(marked.marks, 0);
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF changed > 0 THEN PERFORM pg_notify('cache', 'shop'); END IF;
  RETURN changed;
END $$;
