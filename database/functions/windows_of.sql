-- All pairs of adjacent characters of each line, and the last character of each. One pass, because questions have
-- lines of thousands of characters.
CREATE OR REPLACE FUNCTION windows_of(words text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT letter || CASE WHEN beyond = E'\n' THEN '' ELSE coalesce(beyond, '') END), '{}') FROM (
    SELECT letter, lead(letter) OVER (ORDER BY place) AS beyond
    FROM string_to_table(words, NULL) WITH ORDINALITY AS walked (letter, place)
  ) AS pairs WHERE letter <> E'\n'
$$;
