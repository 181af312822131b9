CREATE OR REPLACE TRIGGER question_entries_words AFTER INSERT OR DELETE OR UPDATE OF text ON question_entries
  FOR EACH ROW EXECUTE FUNCTION update_question_words();
