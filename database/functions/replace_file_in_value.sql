-- Replaces a file in a value. One variant for each type of the columns that `update_file_uses` watches.
CREATE OR REPLACE FUNCTION replace_file_in_value(content uuid, old_file uuid, new_file uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN content = old_file THEN new_file ELSE content END
$$;

-- A list contains each file once.
CREATE OR REPLACE FUNCTION replace_file_in_value(content uuid[], old_file uuid, new_file uuid) RETURNS uuid[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(file ORDER BY index), '{}') FROM (
    SELECT file, min(index) AS index FROM unnest(array_replace(content, old_file, new_file)) WITH ORDINALITY AS named (file, index)
    GROUP BY file) AS once
$$;

-- An image address names a width that its file has, and `width` and `height` its proportion: both follow the new file,
-- without exceeding the old size.
CREATE OR REPLACE FUNCTION replace_file_in_value(content text, old_file uuid, new_file uuid) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  file files;
  found text;
  new_width integer;
BEGIN
  IF content IS NULL OR content !~* old_file::text THEN RETURN content; END IF;
  SELECT * INTO file FROM files WHERE id = new_file;
  IF file.kind = 'picture' THEN
    FOR found IN SELECT DISTINCT image[1]
      FROM regexp_matches(content, '<img\s[^>]*/files/' || old_file || '/[^>]*>', 'gi') AS image
    LOOP
      new_width := substring(found FROM '\swidth="(\d{1,5})"')::integer;
      CONTINUE WHEN new_width IS NULL;
      new_width := least(new_width, file.width);
      content := replace(content, found, regexp_replace(
        regexp_replace(found, '(\swidth=")\d+', '\1' || new_width),
        '(\sheight=")\d+', '\1' || greatest(1, round(new_width::numeric * file.height / file.width))));
    END LOOP;
    FOR found IN SELECT DISTINCT address[1]
      FROM regexp_matches(content, '/files/' || old_file || '/\d{1,4}\.(?:avif|webp)', 'gi') AS address
    LOOP
      new_width := substring(found FROM '/(\d{1,4})\.')::integer;
      content := replace(content, found, '/files/' || new_file || '/' || coalesce(
        (SELECT min(width) FROM unnest(file.widths) AS width WHERE width >= new_width),
        (SELECT max(width) FROM unnest(file.widths) AS width)) || '.webp');
    END LOOP;
  END IF;
  RETURN regexp_replace(content, old_file::text, new_file::text, 'gi');
END $$;

CREATE OR REPLACE FUNCTION replace_file_in_value(content jsonb, old_file uuid, new_file uuid) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF content IS NULL OR content::text !~* old_file::text THEN RETURN content; END IF;
  CASE jsonb_typeof(content)
    WHEN 'string' THEN
      RETURN to_jsonb(replace_file_in_value(content #>> '{}', old_file, new_file));
    WHEN 'object' THEN
      RETURN (SELECT jsonb_object_agg(key, replace_file_in_value(value, old_file, new_file)) FROM jsonb_each(content));
    ELSE
      RETURN (SELECT jsonb_agg(part ORDER BY index) FROM (
        SELECT part, index, row_number() OVER (PARTITION BY part ORDER BY index) AS occurrence FROM (
          SELECT replace_file_in_value(value, old_file, new_file) AS part, index
          FROM jsonb_array_elements(content) WITH ORDINALITY AS parts (value, index)) AS changed) AS counted
        WHERE occurrence = 1 OR part <> to_jsonb(new_file));
  END CASE;
END $$;
