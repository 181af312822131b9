-- Publishes a changed lot on the event stream.
CREATE OR REPLACE FUNCTION publish_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('auction', jsonb_build_object('event', 'lot', 'program', NEW.program_id, 'lot', describe_lot(NEW, program))::text)
    FROM auction_programs AS program WHERE program.id = NEW.program_id AND program.visible;
  RETURN NULL;
END $$;
