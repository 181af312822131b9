-- Replaces each syllable of a key by its initial consonant: 하자보수 → ㅎㅈㅂㅅ.
CREATE OR REPLACE FUNCTION extract_initial_consonants(key text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(
    CASE WHEN ascii(letter) BETWEEN ascii('가') AND ascii('힣')
      THEN substr('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ', (ascii(letter) - ascii('가')) / 588 + 1, 1) ELSE letter END, '' ORDER BY index), '')
  FROM unnest(string_to_array(key, NULL)) WITH ORDINALITY AS letters (letter, index)
$$;
