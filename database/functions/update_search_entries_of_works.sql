-- Updates search entries of the works of a changed auction or artist.
CREATE OR REPLACE FUNCTION update_search_entries_of_works() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'auction_programs' THEN
    PERFORM update_search_entries('search_works', id) FROM auction_works WHERE program_id = NEW.id;
  ELSE
    PERFORM update_search_entries('search_works', id) FROM auction_works WHERE author_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
