-- Enforces a tree of at most three levels. Serialised: two concurrent changes could close a circle that neither sees.
CREATE OR REPLACE FUNCTION check_category_tree() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  depth integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('shop_categories'));
  WITH RECURSIVE tree AS (
    SELECT id, parent_id, 1 AS level FROM shop_categories WHERE parent_id IS NULL
    UNION ALL
    SELECT child.id, child.parent_id, tree.level + 1 FROM shop_categories AS child JOIN tree ON child.parent_id = tree.id)
  SELECT CASE WHEN count(*) = (SELECT count(*) FROM shop_categories) THEN max(level) ELSE 99 END INTO depth FROM tree;
  IF depth > 3 THEN
    RAISE EXCEPTION 'categories must form a tree of at most three levels' USING ERRCODE = 'check_violation', CONSTRAINT = 'shop_categories_tree';
  END IF;
  RETURN NULL;
END $$;
