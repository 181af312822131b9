-- The shelf: of every product one short row that lists and searches of customers are answered from, however many products
-- there are. Triggers keep it; how sought a product is, a job counts every few minutes. A product itself is read for the
-- page that is shown alone.

CREATE TABLE shop_shelf (
  good_id uuid PRIMARY KEY REFERENCES shop_goods (id) ON DELETE CASCADE,
  category_id uuid,
  visible boolean NOT NULL,
  show_from timestamptz(3),
  show_to timestamptz(3),
  price bigint NOT NULL,
  discount integer NOT NULL,
  discount_from timestamptz(3),
  discount_to timestamptz(3),
  awarded boolean NOT NULL,
  -- A piece of an option that is shown is there.
  stocked boolean NOT NULL DEFAULT false,
  -- Bookmarks, likes and pieces of orders that stand.
  sought bigint NOT NULL DEFAULT 0,
  reviews integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  -- Lines: keys of the name, its initials, the maker and the summary, in every language.
  words text NOT NULL
);
-- The words lie beside the table, so that a walk over its rows stays short.
ALTER TABLE shop_shelf SET (toast_tuple_target = 128);
CREATE INDEX shop_shelf_newest ON shop_shelf (created_at DESC, good_id DESC) WHERE visible;
CREATE INDEX shop_shelf_sought ON shop_shelf (sought DESC, created_at DESC, good_id DESC) WHERE visible;
CREATE INDEX shop_shelf_reviewed ON shop_shelf (reviews DESC, created_at DESC, good_id DESC) WHERE visible;
CREATE INDEX shop_shelf_category ON shop_shelf (category_id) WHERE visible;
-- As the search's own index (0008).
CREATE INDEX shop_shelf_words ON shop_shelf USING gin (search_grams(words, 'good', 0));
ALTER INDEX shop_shelf_words ALTER COLUMN 1 SET STATISTICS 0;

CREATE FUNCTION shop_shelf_words(good shop_goods) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(E'\n', string_agg(search_key(text), E'\n'), search_initials(search_key(good.name ->> 'ko')))
  FROM unnest(ARRAY[good.name, good.maker, good.summary]) AS translated, jsonb_each_text(translated) AS said (locale, text)
$$;

-- Brings the rows of a product up to date, of all where none is named.
CREATE FUNCTION shop_shelf_put(of_good uuid DEFAULT NULL) RETURNS void LANGUAGE sql AS $$
  INSERT INTO shop_shelf AS known (good_id, category_id, visible, show_from, show_to, price, discount, discount_from,
    discount_to, awarded, created_at, words)
  SELECT id, category_id, visible, show_from, show_to, price, discount, discount_from, discount_to,
    coalesce(award ->> 'ko', '') <> '', created_at, shop_shelf_words(good)
  FROM shop_goods AS good WHERE of_good IS NULL OR id = of_good
  ON CONFLICT (good_id) DO UPDATE SET category_id = excluded.category_id, visible = excluded.visible,
    show_from = excluded.show_from, show_to = excluded.show_to, price = excluded.price, discount = excluded.discount,
    discount_from = excluded.discount_from, discount_to = excluded.discount_to, awarded = excluded.awarded,
    created_at = excluded.created_at, words = excluded.words
$$;

CREATE FUNCTION shop_shelf_of_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM shop_shelf_put(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER shop_shelf_of_good AFTER INSERT OR UPDATE ON shop_goods
  FOR EACH ROW EXECUTE FUNCTION shop_shelf_of_good();

-- Whether anything is there changes with the first piece and the last alone. The row is held before it is counted: of two
-- orders that each take the last piece of another option, the second sees what the first took.
CREATE FUNCTION shop_shelf_of_option() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_good uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.good_id ELSE NEW.good_id END;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.visible = OLD.visible AND (NEW.stock > 0) = (OLD.stock > 0) THEN RETURN NULL; END IF;
  PERFORM FROM shop_shelf WHERE good_id = of_good FOR UPDATE;
  UPDATE shop_shelf SET stocked = EXISTS (SELECT FROM shop_options WHERE good_id = of_good AND visible AND stock > 0)
    WHERE good_id = of_good;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_shelf_of_option AFTER INSERT OR DELETE OR UPDATE OF stock, visible ON shop_options
  FOR EACH ROW EXECUTE FUNCTION shop_shelf_of_option();

CREATE FUNCTION shop_shelf_of_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_good uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.good_id ELSE NEW.good_id END;
BEGIN
  PERFORM FROM shop_shelf WHERE good_id = of_good FOR UPDATE;
  UPDATE shop_shelf SET reviews = (SELECT count(*) FROM shop_reviews WHERE good_id = of_good AND NOT hidden)
    WHERE good_id = of_good;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_shelf_of_review AFTER INSERT OR DELETE OR UPDATE OF hidden, good_id ON shop_reviews
  FOR EACH ROW EXECUTE FUNCTION shop_shelf_of_review();

-- How sought products are: of those that something happened to since then; where no moment is named, of one of sixteen
-- parts, or of all. Tells the pages when any has changed, and answers how many have.
CREATE FUNCTION shop_shelf_count(since timestamptz DEFAULT NULL, part integer DEFAULT NULL) RETURNS integer LANGUAGE plpgsql AS $$
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
CREATE INDEX shop_orders_changed ON shop_orders (updated_at);

SELECT shop_shelf_put();
UPDATE shop_shelf AS shelf SET
  stocked = EXISTS (SELECT FROM shop_options WHERE good_id = shelf.good_id AND visible AND stock > 0),
  reviews = (SELECT count(*) FROM shop_reviews WHERE good_id = shelf.good_id AND NOT hidden);
SELECT shop_shelf_count();
