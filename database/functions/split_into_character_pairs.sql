-- All pairs of adjacent characters of each line, and the last character of each. One pass, because questions have
-- lines of thousands of characters.
CREATE OR REPLACE FUNCTION split_into_character_pairs(words text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT letter || CASE WHEN next_letter = E'\n' THEN '' ELSE coalesce(next_letter, '') END), '{}') FROM (
    SELECT letter, lead(letter) OVER (ORDER BY index) AS next_letter
    FROM string_to_table(words, NULL) WITH ORDINALITY AS letters (letter, index)
  ) AS pairs WHERE letter <> E'\n'
$$;
