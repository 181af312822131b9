-- Updates the search entries of a changed record. Arguments: the search view, and the column with the id of the record.
CREATE OR REPLACE FUNCTION update_search_entry_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  PERFORM update_search_entries(TG_ARGV[0], (changed_row ->> TG_ARGV[1])::uuid);
  RETURN NULL;
END $$;
