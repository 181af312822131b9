-- A stored telephone number as people search for it: Korean numbers as dialled in Korea. Screens use `formatPhone`
-- (src/kit/phone/parse-phone.ts); a test compares the two. The longest alternative wins, so 02 needs none beside it.
CREATE OR REPLACE FUNCTION format_phone_for_search(phone text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN phone ~ '^\+821[568]\d{6}$' THEN regexp_replace(phone, '^\+82(\d{4})', '\1-')
    WHEN phone ~ '^\+82' THEN
      regexp_replace(regexp_replace(phone, '^\+82', '0'), '^(02|0[35]0\d|0[13-9]\d)(\d{3,4})(\d{4})$', '\1-\2-\3')
    ELSE phone END
$$;
