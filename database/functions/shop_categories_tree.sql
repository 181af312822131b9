-- Enforces a tree of at most three levels. Serialised: two concurrent changes could close a circle that neither sees.
CREATE OR REPLACE FUNCTION shop_categories_tree() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  deep integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('shop_categories'));
  WITH RECURSIVE way AS (
    SELECT id, parent_id, 1 AS level FROM shop_categories WHERE parent_id IS NULL
    UNION ALL
    SELECT below.id, below.parent_id, way.level + 1 FROM shop_categories AS below JOIN way ON below.parent_id = way.id)
  SELECT CASE WHEN count(*) = (SELECT count(*) FROM shop_categories) THEN max(level) ELSE 99 END INTO deep FROM way;
  IF deep > 3 THEN
    RAISE EXCEPTION 'not a tree of three levels' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_categories_tree';
  END IF;
  RETURN NULL;
END $$;
