-- Copies `auction_programs.halls` to `auction_halls`.
CREATE OR REPLACE FUNCTION update_auction_halls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM auction_halls WHERE program_id = NEW.id
    AND id NOT IN (SELECT (value ->> '_id')::uuid FROM jsonb_array_elements(NEW.halls));
  INSERT INTO auction_halls (id, program_id, name, address, position)
    SELECT (value ->> '_id')::uuid, NEW.id, value -> 'name', coalesce(value -> 'address', '{}'), ordinality
    FROM jsonb_array_elements(NEW.halls) WITH ORDINALITY
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, address = excluded.address, position = excluded.position,
      updated_at = now() WHERE auction_halls.program_id = NEW.id;
  RETURN NULL;
END $$;
