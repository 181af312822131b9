-- Writes the row of `question_words` for a subject or an entry.
CREATE OR REPLACE FUNCTION write_question_words(part uuid, question uuid, said text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO question_words (id, question_id, words, windows)
  VALUES (part, question, lower(said), array_to_tsvector(windows_of(lower(said))))
  ON CONFLICT (id) DO UPDATE SET words = EXCLUDED.words, windows = EXCLUDED.windows
    WHERE question_words.words <> EXCLUDED.words
$$;
