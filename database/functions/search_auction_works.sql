-- Updates search entries of the works of a changed auction or artist.
CREATE OR REPLACE FUNCTION search_auction_works() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'auction_programs' THEN
    PERFORM search_index('search_works', id) FROM auction_works WHERE program_id = NEW.id;
  ELSE
    PERFORM search_index('search_works', id) FROM auction_works WHERE author_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
