-- What a question is found by in the console: any part of its subject and of what was said in it, as members are (0036).
-- The windows of two characters make the index, the text decides. Gone with the question.
CREATE TABLE question_words (
  question_id uuid PRIMARY KEY REFERENCES questions (id) ON DELETE CASCADE,
  words text NOT NULL,
  windows tsvector NOT NULL
);
CREATE INDEX question_words_windows ON question_words USING gin (windows);

CREATE FUNCTION write_question_words(question uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO question_words (question_id, words, windows)
  SELECT question, words, array_to_tsvector(windows_of(words)) FROM (
    SELECT lower(concat_ws(E'\n', title,
      (SELECT string_agg(text, E'\n' ORDER BY created_at, id) FROM question_entries WHERE question_id = question))) AS words
    FROM questions WHERE id = question
  ) AS found
  ON CONFLICT (question_id) DO UPDATE SET words = EXCLUDED.words, windows = EXCLUDED.windows
    WHERE question_words.words <> EXCLUDED.words
$$;

CREATE FUNCTION keep_question_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  question uuid := CASE WHEN TG_TABLE_NAME = 'questions' THEN (to_jsonb(NEW) ->> 'id')::uuid
    ELSE (coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'question_id')::uuid END;
BEGIN
  -- Two who add to one question at once follow each other: the second reads what the first has written.
  PERFORM FROM questions WHERE id = question FOR NO KEY UPDATE;
  IF FOUND THEN
    PERFORM write_question_words(question);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER questions_words AFTER INSERT OR UPDATE OF title ON questions
  FOR EACH ROW EXECUTE FUNCTION keep_question_words();
CREATE TRIGGER question_entries_words AFTER INSERT OR DELETE OR UPDATE OF text ON question_entries
  FOR EACH ROW EXECUTE FUNCTION keep_question_words();
SELECT write_question_words(id) FROM questions;
