-- Updates `member_words` after a change of an account or company.
CREATE OR REPLACE FUNCTION update_member_words() RETURNS trigger LANGUAGE plpgsql AS $$
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
