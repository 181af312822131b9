-- Opens lots when their auction is shown or rescheduled.
CREATE OR REPLACE FUNCTION auction_lots_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM open_lots(NEW.id);
  RETURN NULL;
END $$;
