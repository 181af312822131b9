-- Arguments: the search view, and the column with the id of the record.
CREATE OR REPLACE FUNCTION search_refresh() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  PERFORM search_index(TG_ARGV[0], (changed ->> TG_ARGV[1])::uuid);
  RETURN NULL;
END $$;
