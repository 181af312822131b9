-- Whether a record is complete in a language: none of its texts lacks the translation.
CREATE OR REPLACE FUNCTION is_fully_translated(locale text, VARIADIC texts jsonb[]) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT bool_and(coalesce(text ->> 'ko', '') = '' OR coalesce(text ->> locale, '') <> '')
  FROM unnest(texts) AS text
$$;
