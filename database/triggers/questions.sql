CREATE OR REPLACE TRIGGER questions_words AFTER INSERT OR UPDATE OF title ON questions
  FOR EACH ROW EXECUTE FUNCTION update_question_words();

CREATE OR REPLACE TRIGGER questions_account BEFORE INSERT OR UPDATE OF user_id ON questions
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION require_own_account();
