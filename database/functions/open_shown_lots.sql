-- Opens lots when their auction is shown or rescheduled.
CREATE OR REPLACE FUNCTION open_shown_lots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM open_lots(NEW.id);
  RETURN NULL;
END $$;
