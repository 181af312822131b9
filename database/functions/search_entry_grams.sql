-- All grams of a search entry. One record in eight is sampled (part 2), which shows that a word is common without
-- reading every match. Written as an expression (RETURN), because index builds run without a search path.
-- requires: search_grams
CREATE OR REPLACE FUNCTION search_entry_grams(record uuid, kind text, heading text, words text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000000000
RETURN search_grams(words, kind, 0) || search_grams(heading, kind, 1)
  || CASE WHEN uuid_hash_extended(record, 0) & 7 = 0 THEN search_grams(words, kind, 2) ELSE '{}' END;
