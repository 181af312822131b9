-- Replaces a file in a value. One variant for each type of the columns that `note_file_uses` watches.
CREATE OR REPLACE FUNCTION with_file_replaced(content uuid, was uuid, becomes uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN content = was THEN becomes ELSE content END
$$;

-- A list contains each file once.
CREATE OR REPLACE FUNCTION with_file_replaced(content uuid[], was uuid, becomes uuid) RETURNS uuid[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(file ORDER BY place), '{}') FROM (
    SELECT file, min(place) AS place FROM unnest(array_replace(content, was, becomes)) WITH ORDINALITY AS named (file, place)
    GROUP BY file) AS once
$$;

-- An image address names a width that its file has, and `width` and `height` its proportion: both follow the new file,
-- without exceeding the old size.
CREATE OR REPLACE FUNCTION with_file_replaced(content text, was uuid, becomes uuid) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  file files;
  found text;
  asked integer;
BEGIN
  IF content IS NULL OR content !~* was::text THEN RETURN content; END IF;
  SELECT * INTO file FROM files WHERE id = becomes;
  IF file.kind = 'picture' THEN
    FOR found IN SELECT DISTINCT image[1]
      FROM regexp_matches(content, '<img\s[^>]*/files/' || was || '/[^>]*>', 'gi') AS image
    LOOP
      asked := substring(found FROM '\swidth="(\d{1,5})"')::integer;
      CONTINUE WHEN asked IS NULL;
      asked := least(asked, file.width);
      content := replace(content, found, regexp_replace(
        regexp_replace(found, '(\swidth=")\d+', '\1' || asked),
        '(\sheight=")\d+', '\1' || greatest(1, round(asked::numeric * file.height / file.width))));
    END LOOP;
    FOR found IN SELECT DISTINCT address[1]
      FROM regexp_matches(content, '/files/' || was || '/\d{1,4}\.(?:avif|webp)', 'gi') AS address
    LOOP
      asked := substring(found FROM '/(\d{1,4})\.')::integer;
      content := replace(content, found, '/files/' || becomes || '/' || coalesce(
        (SELECT min(width) FROM unnest(file.widths) AS width WHERE width >= asked),
        (SELECT max(width) FROM unnest(file.widths) AS width)) || '.webp');
    END LOOP;
  END IF;
  RETURN regexp_replace(content, was::text, becomes::text, 'gi');
END $$;

CREATE OR REPLACE FUNCTION with_file_replaced(content jsonb, was uuid, becomes uuid) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF content IS NULL OR content::text !~* was::text THEN RETURN content; END IF;
  CASE jsonb_typeof(content)
    WHEN 'string' THEN
      RETURN to_jsonb(with_file_replaced(content #>> '{}', was, becomes));
    WHEN 'object' THEN
      RETURN (SELECT jsonb_object_agg(key, with_file_replaced(value, was, becomes)) FROM jsonb_each(content));
    ELSE
      RETURN (SELECT jsonb_agg(part ORDER BY place) FROM (
        SELECT part, place, row_number() OVER (PARTITION BY part ORDER BY place) AS turn FROM (
          SELECT with_file_replaced(value, was, becomes) AS part, place
          FROM jsonb_array_elements(content) WITH ORDINALITY AS parts (value, place)) AS changed) AS counted
        WHERE turn = 1 OR part <> to_jsonb(becomes));
  END CASE;
END $$;
