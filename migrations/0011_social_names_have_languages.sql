-- The name of a link in the footer is said in each language: what was stored is Korean.
UPDATE settings
SET value = jsonb_set(value, '{social}', (
  SELECT coalesce(jsonb_agg(
    CASE jsonb_typeof(link -> 'name')
      WHEN 'string' THEN jsonb_set(link, '{name}', jsonb_build_object('ko', link -> 'name'))
      ELSE link
    END ORDER BY place), '[]')
  FROM jsonb_array_elements(value -> 'social') WITH ORDINALITY AS links (link, place)
))
WHERE jsonb_typeof(value -> 'social') = 'array';
