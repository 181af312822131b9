-- Writes the row of `question_words` for a subject or an entry.
CREATE OR REPLACE FUNCTION write_question_words(entry_id uuid, question uuid, content text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO question_words (id, question_id, words, windows)
  VALUES (entry_id, question, lower(content), array_to_tsvector(split_into_character_pairs(lower(content))))
  ON CONFLICT (id) DO UPDATE SET words = EXCLUDED.words, windows = EXCLUDED.windows
    WHERE question_words.words <> EXCLUDED.words
$$;
