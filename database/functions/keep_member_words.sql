-- Keeps `member_words` up to date.
CREATE OR REPLACE FUNCTION keep_member_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'users' THEN
    PERFORM write_member_words(NEW.id);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_member_words(OLD.user_id);
  ELSE
    PERFORM write_member_words(NEW.user_id);
  END IF;
  RETURN NULL;
END $$;
