-- The same windows as before (0036) in one walk through the text: a question has lines of thousands of characters.
CREATE OR REPLACE FUNCTION windows_of(words text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT letter || CASE WHEN beyond = E'\n' THEN '' ELSE coalesce(beyond, '') END), '{}') FROM (
    SELECT letter, lead(letter) OVER (ORDER BY place) AS beyond
    FROM string_to_table(words, NULL) WITH ORDINALITY AS walked (letter, place)
  ) AS pairs WHERE letter <> E'\n'
$$;

-- What a question is found by in the console: any part of its subject and of what was said in it, as members are (0036).
-- The windows of two characters make the index, the text decides. One row for the subject and one for each entry, so that
-- an entry costs no more in a long conversation than in a short one. Gone with the question.
CREATE TABLE question_words (
  -- The entry; the question itself for its subject.
  id uuid PRIMARY KEY,
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  words text NOT NULL,
  windows tsvector NOT NULL
);
CREATE INDEX question_words_windows ON question_words USING gin (windows);
CREATE INDEX question_words_question ON question_words (question_id);

CREATE FUNCTION write_question_words(part uuid, question uuid, said text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO question_words (id, question_id, words, windows)
  VALUES (part, question, lower(said), array_to_tsvector(windows_of(lower(said))))
  ON CONFLICT (id) DO UPDATE SET words = EXCLUDED.words, windows = EXCLUDED.windows
    WHERE question_words.words <> EXCLUDED.words
$$;

CREATE FUNCTION keep_question_words() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER questions_words AFTER INSERT OR UPDATE OF title ON questions
  FOR EACH ROW EXECUTE FUNCTION keep_question_words();
CREATE TRIGGER question_entries_words AFTER INSERT OR DELETE OR UPDATE OF text ON question_entries
  FOR EACH ROW EXECUTE FUNCTION keep_question_words();
SELECT write_question_words(id, id, title) FROM questions;
SELECT write_question_words(id, question_id, text) FROM question_entries;
