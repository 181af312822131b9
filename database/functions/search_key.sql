-- Normalises a text for search: NFC, lower case, one space between words, and none beside Korean, Chinese or Japanese
-- characters, so that 하자 보수 equals 하자보수. Any other character separates words. Equal to `searchKey` in
-- src/platform/search/rules.ts; a test compares the two.
CREATE OR REPLACE FUNCTION search_key(content text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    regexp_replace(lower(normalize(content, NFC) COLLATE "C"), '[^a-z0-9À-ɏぁ-ヿㄱ-ㅣ㐀-鿿가-힣]+', ' ', 'g'),
    '([ぁ-ヿㄱ-ㅣ㐀-鿿가-힣]) | (?=[ぁ-ヿㄱ-ㅣ㐀-鿿가-힣])', '\1', 'g'))
$$;
