-- Runs once on a database that the 98 migrations before the baseline made (docs/decisions/0091): the differences
-- between their result and `tables/`.

-- Nothing calls these any more.
DROP FUNCTION IF EXISTS search_total(text, text, timestamptz, text[], integer);
DROP FUNCTION IF EXISTS search_page(text, text, timestamptz, text[], text, boolean, integer, integer);

ALTER TABLE sendings RENAME CONSTRAINT sendings_check1 TO sendings_alimtalk;

-- A rewrite of the table had reset it.
ALTER INDEX search_entries_grams ALTER COLUMN 1 SET STATISTICS 0;

-- PostgreSQL 18 names NOT NULL constraints; the column had another name.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'levels'::regclass AND conname = 'levels_on_joining_not_null') THEN
    ALTER TABLE levels RENAME CONSTRAINT levels_on_joining_not_null TO levels_for_persons_not_null;
  END IF;
END $$;
