-- The name of the rows that product lists read. The former triggers write to the former name; the files create theirs.
DROP TRIGGER IF EXISTS shop_shelf_of_good ON shop_goods;
DROP TRIGGER IF EXISTS shop_shelf_of_option ON shop_options;
DROP TRIGGER IF EXISTS shop_shelf_of_review ON shop_reviews;
ALTER TABLE shop_shelf RENAME TO shop_listings;
ALTER TABLE shop_listings RENAME CONSTRAINT shop_shelf_pkey TO shop_listings_pkey;
ALTER INDEX shop_shelf_newest RENAME TO shop_listings_newest;
ALTER INDEX shop_shelf_sought RENAME TO shop_listings_sought;
ALTER INDEX shop_shelf_reviewed RENAME TO shop_listings_reviewed;
ALTER INDEX shop_shelf_category RENAME TO shop_listings_category;
ALTER INDEX shop_shelf_words RENAME TO shop_listings_words;
