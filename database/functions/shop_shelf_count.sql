-- Recounts `sought` for products with activity since a time; without one, for one of sixteen parts or for all.
-- Invalidates the cache if anything changed and returns the number of changes.
CREATE OR REPLACE FUNCTION shop_shelf_count(since timestamptz DEFAULT NULL, part integer DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  changed integer;
BEGIN
  WITH asked AS (
    SELECT good_id AS id FROM shop_shelf WHERE since IS NULL AND (part IS NULL OR get_byte(uuid_send(good_id), 15) % 16 = part)
    UNION
    SELECT line.good_id FROM shop_orders AS made JOIN shop_order_lines AS line ON line.order_id = made.id
      WHERE made.updated_at >= since AND line.good_id IS NOT NULL
    UNION
    SELECT record_id FROM bookmarks WHERE kind = 'good' AND created_at >= since
  ), sold AS (
    SELECT line.good_id AS id, sum(line.quantity) AS pieces
    FROM shop_order_lines AS line JOIN shop_orders AS made ON made.id = line.order_id AND made.state <> 'cancelled'
    WHERE line.good_id IN (SELECT id FROM asked)
    GROUP BY line.good_id
  ), kept AS (
    SELECT record_id AS id, count(*) AS marks FROM bookmarks
    WHERE kind = 'good' AND record_id IN (SELECT id FROM asked) GROUP BY record_id
  )
  UPDATE shop_shelf AS shelf SET sought = coalesce(sold.pieces, 0) + coalesce(kept.marks, 0)
  FROM asked LEFT JOIN sold ON sold.id = asked.id LEFT JOIN kept ON kept.id = asked.id
  WHERE shelf.good_id = asked.id AND shelf.sought <> coalesce(sold.pieces, 0) + coalesce(kept.marks, 0);
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF changed > 0 THEN PERFORM pg_notify('cache', 'shop'); END IF;
  RETURN changed;
END $$;
