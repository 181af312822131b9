-- The name of the rows that product lists read.
ALTER TABLE shop_shelf RENAME TO shop_listings;
ALTER TABLE shop_listings RENAME CONSTRAINT shop_shelf_pkey TO shop_listings_pkey;
ALTER INDEX shop_shelf_newest RENAME TO shop_listings_newest;
ALTER INDEX shop_shelf_sought RENAME TO shop_listings_sought;
ALTER INDEX shop_shelf_reviewed RENAME TO shop_listings_reviewed;
ALTER INDEX shop_shelf_category RENAME TO shop_listings_category;
ALTER INDEX shop_shelf_words RENAME TO shop_listings_words;
