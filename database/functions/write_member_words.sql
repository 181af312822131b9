-- Writes the row of `member_words` for a member, or deletes it after a withdrawal.
CREATE OR REPLACE FUNCTION write_member_words(member uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM member_words WHERE user_id = member
    AND EXISTS (SELECT FROM users WHERE id = member AND state = 'withdrawn');
  INSERT INTO member_words (user_id, words, windows)
  SELECT member, words, array_to_tsvector(split_into_character_pairs(words)) FROM (
    SELECT lower(concat_ws(E'\n', users.name, username, email, regexp_replace(phone, '^\+82', '0'), phone,
      companies.name, business_number)) AS words
    FROM users LEFT JOIN companies ON companies.user_id = users.id WHERE users.id = member AND state <> 'withdrawn'
  ) AS found
  ON CONFLICT (user_id) DO UPDATE SET words = EXCLUDED.words, windows = EXCLUDED.windows
    WHERE member_words.words <> EXCLUDED.words
$$;
