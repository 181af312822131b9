-- Updates `question_words` after a change of a subject or entry.
CREATE OR REPLACE FUNCTION update_question_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'questions' THEN
    PERFORM write_question_words(NEW.id, NEW.id, NEW.title);
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM question_words WHERE id = OLD.id;
  ELSE
    PERFORM write_question_words(NEW.id, NEW.question_id, NEW.text);
  END IF;
  RETURN NULL;
END $$;
