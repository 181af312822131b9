-- Ids of files in columns of a row, anywhere in their values: lists, image addresses in texts. Without column names it
-- scans the whole row.
CREATE OR REPLACE FUNCTION list_file_uses(source text, record_column text, key_columns text, file_columns text,
  content jsonb)
RETURNS SETOF file_uses LANGUAGE sql STABLE AS $$
  SELECT file.id, source, content ->> record_column,
    (SELECT string_agg(content ->> key_column.name, ' ' ORDER BY key_column.index)
      FROM unnest(string_to_array(key_columns, ',')) WITH ORDINALITY AS key_column (name, index))
  FROM files AS file
  WHERE file.id IN (SELECT found[1]::uuid
    FROM regexp_matches(
      CASE WHEN file_columns = '' THEN content::text
        ELSE (SELECT string_agg(content ->> file_column.name, ' ') FROM unnest(string_to_array(file_columns, ', ')) AS file_column (name))
      END,
      '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'gi') AS found)
$$;
